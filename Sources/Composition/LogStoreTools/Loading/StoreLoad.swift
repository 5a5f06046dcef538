internal import AccountStorage
package import Cryptography
internal import Domain
internal import NoteStorage
internal import Records
internal import Storage
package import StoreTools

/// Makes a store of a dump.
///
/// Nothing is there before all lines were read, understood, counted and hashed.
package struct StoreLoad {
    private let secrets: StoreSecrets
    private let path: String

    /// Prepares to make a store at a path, where nothing or an empty folder is.
    package init(at path: String, masterKey: MasterKey) {
        self.init(at: path, StoreSecrets(masterKey: masterKey))
    }

    /// Prepares it with secrets that are there already.
    init(at path: String, _ secrets: StoreSecrets) {
        self.path = path
        self.secrets = secrets
    }

    /// Loads a dump, and tells how many records were read so far from time to time.
    package func run(
        from input: any DumpInput,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> DumpSummary {
        let place = try StorePlace(path: path)
        var dump = try DumpReader(input, secrets)
        let builder = try StoreBuilder(at: place)
        let record = dump.record.encoded()
        _ = builder.append(record.span.bytes, for: .store, in: .meta)
        let summary = try dump.load(into: builder.waiting, progress: progress) {
            () throws(StoreToolError) in
            try builder.flushIfFull()
        }
        try builder.finish { folder throws(StoreToolError) in
            try StoreMigration.complete(folder, dump.steps, secrets)
        }
        return summary
    }
}
