import Foundation
import OperatingSystem
import TestSupport
import Testing

/// A place holds the old file or the whole new one, and nothing is left beside it.
@Suite struct FileReplacementTests {
    private let folder = TemporaryDirectory()

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func text(of name: String) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @Test("A new file takes the place of the old one when it is finished")
    func replaces() throws {
        try FileReplacement.write(Array("old".utf8), to: folder.path("a"))
        let file = try FileReplacement(at: folder.path("a"))
        try file.write(Array("ne".utf8))
        try file.write([])
        try file.write(Array("w".utf8))
        #expect(try text(of: "a") == "old")
        #expect(try names.count == 2)
        try file.finish()
        #expect(try text(of: "a") == "new")
        #expect(try names == ["a"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A file that is replaced can stay as readable as it was")
    func keepsMode() throws {
        let path = folder.path("a")
        try FileReplacement.write([1], to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let file = try FileReplacement(at: path)
        try file.takeOwnerAndMode(of: path)
        try file.write([2])
        try file.finish()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(attributes[.ownerAccountID] as? UInt32 == geteuid())
        #expect(throws: SystemError(ENOENT)) {
            try FileReplacement(at: path).takeOwnerAndMode(of: folder.path("none"))
        }
    }

    @Test("Where nothing may be replaced, what is there stays")
    func replacesNothing() throws {
        let first = try FileReplacement(at: folder.path("a"))
        try first.write(Array("first".utf8))
        try first.finishWithoutReplacing()
        #expect(throws: SystemError(EEXIST)) {
            let second = try FileReplacement(at: folder.path("a"))
            try second.write(Array("second".utf8))
            try second.finishWithoutReplacing()
        }
        #expect(try text(of: "a") == "first")
        #expect(try names == ["a"])
    }

    @Test("One that is given up leaves the place as it was")
    func givenUp() throws {
        try FileReplacement.write(Array("old".utf8), to: folder.path("a"))
        do {
            let file = try FileReplacement(at: folder.path("a"))
            try file.write(Array("new".utf8))
        }
        #expect(try text(of: "a") == "old")
        #expect(try names == ["a"])
    }

    @Test("A place that cannot be taken is told, and nothing is left")
    func refused() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("a"),
            withIntermediateDirectories: false
        )
        #expect(throws: SystemError(EISDIR)) {
            try FileReplacement.write([1], to: folder.path("a"))
        }
        #expect(try names == ["a"])
        #expect(throws: SystemError(ENOENT)) {
            try FileReplacement.write([1], to: folder.path("b/c"))
        }
    }

    @Test("A folder in which no file can be made is told")
    func noFiles() throws {
        #expect(throws: SystemError(ENOTDIR)) {
            try FileReplacement.write([1], to: "/dev/null/a")
        }
        #expect(throws: SystemError.self) { try FileReplacement.write([1], to: "/proc/self/a") }
    }
}
