import Cryptography
import Foundation
import LogEngine
import Testing
import TestSupport

/// A copy of a store that an earlier version of the service made, with a backup and a dump of it.
///
/// A few people and a guest, contacts that are linked both ways, notes with a name and without
/// one, by link and through contacts, answers, a block, a report, kept replies. Its server was
/// killed: the log has six changes that the database has not got, the deletion of an account among
/// them.
struct EarlierStore {
    let folder = TemporaryDirectory(in: .memory)
    let masterKey: MasterKey

    var path: String { folder.path("store") }
    var backupPath: String { folder.path("backup") }
    var dumpPath: String { folder.path("dump.jsonl") }

    /// Where the files of a version lie.
    private static func folder(ofVersion version: Int) -> URL {
        URL(filePath: #filePath)
            .deletingLastPathComponent()  // Support
            .deletingLastPathComponent()
            .appending(path: "Fixtures/Version\(version)")
    }

    /// What the program made of version 1 before, to compare with.
    static func text(of file: String) throws -> String {
        try String(contentsOf: folder(ofVersion: 1).appending(path: file), encoding: .utf8)
    }

    /// Copies the files of a version.
    init(version: Int) throws {
        let fixture = Self.folder(ofVersion: version)
        let key = [UInt8](try Data(contentsOf: fixture.appending(path: "store.key")))
        let secret = SecretKey(bytes: key.span.bytes)
        masterKey = MasterKey(try #require(secret))
        for name in ["store", "backup", "dump.jsonl"] {
            try FileManager.default.copyItem(
                atPath: fixture.appending(path: name).path,
                toPath: folder.path(name)
            )
        }
        // The files of the log ended in zeros, up to a length that all logs have at first.
        for name in ["even", "odd"] {
            let file = try FileHandle(forWritingTo: URL(filePath: path + "/log/" + name))
            try file.truncate(atOffset: 1 << 20)
            try file.close()
        }
    }
}
