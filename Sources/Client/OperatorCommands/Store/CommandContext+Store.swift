package import CommandLineInterface
package import Cryptography
import Glibc
import LogEngine
package import LogStoreTools
import OperatingSystem
internal import StoreTools

extension CommandContext {
    /// The folder of the store, without slashes at its end.
    package var storePath: String { self[StoreOptions.folder].withoutFinalSlashes }

    /// The file of the master key.
    package var keyPath: String { self[StoreOptions.keyFile] ?? storePath + ".key" }

    /// Removes what commands that were killed have left beside a place, and says so.
    package func removeAbandoned(beside place: String) {
        let paths = UnfinishedItem.removeAbandoned(beside: place)
        guard !paths.isEmpty else { return }
        remark("removed what a command had left that was killed: " + paths.joined(separator: ", "))
    }

    /// Opens the files of the store for reading, and says whose they are at present.
    package func openFiles() throws -> StoreFiles { try openFiles(at: storePath) }

    /// Opens the files of the store in a folder as `openFiles` does.
    package func openFiles(at path: String) throws -> StoreFiles {
        let files = try attempt(on: path) { () throws(StoreToolError) in
            try StoreFiles(directory: path)
        }
        if let holder = files.holder {
            remark("reading \(path) beside the server that has it open (\(holder.text))")
        } else {
            remark("reading \(path), which no server has open")
        }
        return files
    }

    /// The master key of the store.
    package func masterKey() throws(CommandFailure) -> MasterKey { try masterKey(at: keyPath) }

    /// The master key in a file.
    package func masterKey(at path: String) throws(CommandFailure) -> MasterKey {
        do throws(CryptographyError) {
            return try MasterKey(path: path)
        } catch {
            throw CommandFailure(.configuration, Self.explain(error, path))
        }
    }

    private static func explain(_ error: CryptographyError, _ path: String) -> String {
        switch error {
        case .keyFileExposed:
            "The key file \(path) can be read by others than its owner, or belongs to somebody "
                + "else: become its owner, and chmod 600 it."
        case .keyFileDamaged:
            "The key file \(path) does not hold a key of 32 bytes: bring it back from a backup."
        case .io(ENOENT):
            "There is no key file \(path): name the one of the store with --key-file."
        case .io(let number):
            "The key file \(path) cannot be read: \(SystemError(number))."
        case .forged, .outOfMemory:
            "The key file \(path) cannot be used: \(error)."
        }
    }

    /// How a document says what was read.
    package func source(_ files: StoreFiles) -> JSON {
        guard let holder = files.holder else { return .object([("state", .string("stopped"))]) }
        return .object([
            ("state", .string("running")),
            ("process", .number(Int64(holder.processIdentifier))),
        ])
    }
}

extension StoreHolder {
    /// The process in words.
    package var text: String {
        processIdentifier == 0 ? "of another container" : "process \(processIdentifier)"
    }
}
