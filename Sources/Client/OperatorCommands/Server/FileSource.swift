import Cryptography
package import Domain
internal import LogStoreTools
package import Records
internal import StoreTools

/// The files of a store with its key.
package struct FileSource {
    /// What reading records fails with.
    package typealias Failure = DomainError

    let context: CommandContext
    let files: StoreFiles
    let path: String
    let key: MasterKey

    /// Makes something of one state of the records.
    package func read<Value>(_ body: (StoreView) throws(Failure) -> Value) throws -> Value {
        try context.attempt(on: path) { () throws(StoreToolError) in
            try files.read(masterKey: key, body)
        }
    }
}

extension FileSource {
    /// Lends pages one after the other, until `body` answers that it has enough.
    ///
    /// All are of one state, which is costly to come by where a server has the store open.
    ///
    /// - Parameters:
    ///   - page: reads the page behind a place, and says where the next one begins.
    ///   - body: gets each page.
    /// - Throws: Why the records cannot be read, or what `body` throws.
    package func forEachPage<Record, Place>(
        _ page: (StoreView, Place?) throws(Failure) -> ([Record], Place?),
        _ body: ([Record]) throws -> Bool
    ) throws {
        var failure: (any Error)?
        try read { store throws(Failure) in
            var place: Place?
            repeat {
                let (records, next) = try page(store, place)
                do {
                    guard try body(records) else { return }
                } catch {
                    failure = error
                    return
                }
                place = next
            } while place != nil
        }
        if let failure { throw failure }
    }
}
