import Cryptography
import Foundation
import Glibc
import OperatingSystem
import TestSupport
import Testing

@Suite("Master key")
struct MasterKeyTests {
    private let directory = TemporaryDirectory()

    private var path: String { directory.path("key") }

    /// A key shows itself only by what it does.
    private func trace(_ key: SecretKey) -> Digest {
        Digest(of: [], key: key)
    }

    /// The expected subkey was made by Python's hashlib, as libsodium documents the derivation.
    @Test func derivesTheDocumentedSubkey() throws {
        let master = MasterKey(try #require(.counting))
        let expected: [UInt8] = [
            0xf6, 0x55, 0x44, 0x4e, 0x1e, 0x65, 0xba, 0xa8, 0xcf, 0xcd, 0xe2, 0x7b, 0xdd, 0xfe,
            0xe4, 0xfe, 0x18, 0xe3, 0xd5, 0x86, 0x44, 0x78, 0x58, 0xa4, 0x08, 0x55, 0xab, 0x3e,
            0x33, 0xec, 0xa9, 0xd0,
        ]
        let subkey = master.subkey(7, context: "contextA")
        #expect(trace(subkey) == trace(try #require(SecretKey(bytes: expected))))
        #expect(trace(subkey) != trace(master.subkey(8, context: "contextA")))
        #expect(trace(subkey) != trace(master.subkey(7, context: "contextB")))
    }

    @Test func comesBackFromItsFile() throws {
        let master = try MasterKey.create(path: path)
        let again = try MasterKey(path: path)
        let expected = trace(master.subkey(1, context: "contextA"))
        #expect(trace(again.subkey(1, context: "contextA")) == expected)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(status.st_nlink == 1)
    }

    @Test func neverReplacesAFile() throws {
        let master = try MasterKey.create(path: path)
        #expect(throws: CryptographyError.io(errno: EEXIST)) { try MasterKey.create(path: path) }
        let again = try MasterKey(path: path)
        let expected = trace(master.subkey(1, context: "contextA"))
        #expect(trace(again.subkey(1, context: "contextA")) == expected)
    }

    @Test func whatAKilledProcessHasLeftBesideItGoes() throws {
        let left = path + ".new.0123456789abcdef"
        #expect(FileManager.default.createFile(atPath: left, contents: Data(count: 32)))
        _ = try MasterKey.create(path: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["key"])
        // Nor is anything left by one that is refused.
        #expect(throws: CryptographyError.io(errno: EEXIST)) { try MasterKey.create(path: path) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["key"])
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o610, 0o700 | 0o007])
    func exposedFileIsRefused(mode: Int) throws {
        _ = try MasterKey.create(path: path)
        chmod(path, mode_t(mode))
        #expect(throws: CryptographyError.keyFileExposed) { try MasterKey(path: path) }
    }

    @Test(arguments: [0, 31, 33])
    func fileOfAnotherLengthIsRefused(count: off_t) throws {
        _ = try MasterKey.create(path: path)
        truncate(path, count)
        #expect(throws: CryptographyError.keyFileDamaged) { try MasterKey(path: path) }
    }

    @Test func missingFilesAndLinksAreRefused() throws {
        #expect(throws: CryptographyError.io(errno: ENOENT)) { try MasterKey(path: path) }
        _ = try MasterKey.create(path: path)
        symlink(path, directory.path("link"))
        #expect(throws: CryptographyError.io(errno: ELOOP)) {
            try MasterKey(path: directory.path("link"))
        }
        #expect(throws: CryptographyError.io(errno: SystemError.notPlainFile.number)) {
            try MasterKey(path: directory.path)
        }
        #expect(throws: CryptographyError.io(errno: ENOENT)) {
            try MasterKey.create(path: directory.path("a/b"))
        }
    }

    @Test func keysOfAnotherLengthAreRefused() async {
        #expect(SecretKey(bytes: [1]) == nil)
        await #expect(processExitsWith: .failure) {
            _ = MasterKey(.random()).subkey(1, context: "short")
        }
    }
}
