internal import AccountStorage
package import Cryptography
internal import Domain
internal import Glibc
package import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

/// The files of a store, opened for reading alone, whether or not a server has them open.
///
/// What is read is one state, as of one moment; the server notices nothing of it. A process must
/// not open the files of a store that it has open itself.
package final class StoreFiles {
    /// The server that has the store open at present; nil if nobody has.
    package let holder: StoreHolder?
    /// The folder of the store.
    package let directory: String

    let reader: EngineReader

    /// Opens the files.
    package init(directory: String) throws(StoreToolError) {
        self.directory = directory
        try StrangeItem.requireNone(inStore: directory)
        do throws(EngineReadError) {
            reader = try EngineReader(
                directory: directory,
                tables: Schema.tableNames
            )
        } catch .tableMissing(let name) {
            // Earlier versions had fewer tables.
            try StoreDescription(ofStoreIn: directory).checkVersion()
            throw .files(.tableMissing(name))
        } catch {
            throw StoreToolError(error)
        }
        holder = StoreHolder(ofStoreIn: directory)
    }

    /// What is missing of the store's log; nil if it is whole, as far as is known.
    package func logLoss() throws(StoreToolError) -> LogLoss? {
        do throws(EngineReadError) {
            return try reader.logLoss()
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Whether the files were made and no store was begun in them: no table has a record.
    ///
    /// A first start that was cut short leaves that, and the next one goes on from there.
    package func isUnbegun() throws(StoreToolError) -> Bool {
        do throws(EngineReadError) {
            return try reader.statistics().tables.allSatisfy { $0.recordCount == 0 }
        } catch {
            throw StoreToolError(error)
        }
    }

    /// What the store says of itself.
    package func description() throws(StoreToolError) -> StoreDescription {
        try read { view throws(StoreToolError) in try StoreDescription(view) }
    }

    /// Refuses a store that this version cannot read, or that was made with another key.
    package func check(masterKey: MasterKey) throws(StoreToolError) {
        try description().check(StoreSecrets(masterKey: masterKey))
    }

    /// Lends one state of the records.
    func read<Success>(
        _ body: (any ReadView) throws(StoreToolError) -> Success
    ) throws(StoreToolError) -> Success {
        try readWithPosition { view, _ throws(StoreToolError) in try body(view) }
    }

    /// Lends one state of the records, with the store's log and the last batch that it shows.
    func readWithPosition<Success>(
        _ body: (any ReadView, LogPosition) throws(StoreToolError) -> Success
    ) throws(StoreToolError) -> Success {
        let result: Result<Success, StoreToolError>
        do throws(EngineReadError) {
            result = try reader.readWithPosition { view, position in
                Result { () throws(StoreToolError) in try body(view, position) }
            }
        } catch {
            throw StoreToolError(error)
        }
        return try result.get()
    }
}
