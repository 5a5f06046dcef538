package import LMDB
package import StorageEngine

extension Environment {
    /// The table of the log's position, behind those of the store.
    var logTable: Table { tables[tables.count - 1] }

    /// The handle of one of the store's tables.
    package func handle(of table: TableID) -> Table {
        precondition(Int(table.rawValue) < tables.count - 1, "The engine has no such table.")
        return tables[Int(table.rawValue)]
    }
}
