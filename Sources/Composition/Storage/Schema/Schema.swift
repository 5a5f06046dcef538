package import Records
package import StorageEngine

// The tables of a store, each declared beside what is kept in it.
extension Schema {
    /// All of them, in the order of their numbers.
    package static let tables: [any TableDeclaration] =
        ([meta, replies, sharedChanges, collections] + features.flatMap(\.tables))
        .sorted { $0.id < $1.id }

    /// What tells that features do not agree, beside the declarations of the tables.
    package static let agreements = features.compactMap(\.agreement)

    /// Their names in the file, in this order.
    package static let tableNames = tables.map(\.name)

    /// Their numbers.
    package static let tableIDs = tables.map(\.id)

    /// The tables in which somebody's records lie side by side, for their keys begin with the user.
    ///
    /// Without the orders to erase: an order is not what somebody has.
    package static let tablesOfPeople = tables.filter { table in
        if case .order = table.erasure { return false }
        return table.isOrderedByPerson
    }

    /// The table of this number; nil for one that no version up to this one has.
    package static func table(_ id: TableID) -> (any TableDeclaration)? {
        let index = Int(id.rawValue)
        return index < tables.count ? tables[index] : nil
    }

    /// The table of this name; nil if there is none.
    package static func table(named name: String) -> TableID? {
        tables.first { $0.name == name }?.id
    }
}

extension TransactionCaches {
    /// Those of all features that have one, empty.
    static func all() -> TransactionCaches {
        TransactionCaches(of: Schema.features)
    }
}

extension TableID {
    /// The table's name in the file.
    package var name: String { Schema.table(self)?.name ?? "unknown" }
}
