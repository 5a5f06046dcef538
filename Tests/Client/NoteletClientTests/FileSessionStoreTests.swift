import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

/// A session in a file is whole, private, and there again.
@Suite struct FileSessionStoreTests {
    private let folder = TemporaryDirectory()
    private let session = StoredSession(
        .numbered(1),
        server: "tcp://127.0.0.1:7575",
        label: "label"
    )

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("What was saved is loaded, from a file that only its owner can read")
    func roundTrip() throws {
        let path = folder.path("config/notelet/session.json")
        let store = FileSessionStore(path: path)
        #expect(try store.load() == nil)
        try store.save(session)
        #expect(try store.load() == session)
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder.path("config/notelet")) == 0o700)
        let later = StoredSession(.numbered(2), server: session.server, label: "label")
        try store.save(later)
        #expect(try store.load() == later)
        #expect(try mode(path) == 0o600)
        try store.save(nil)
        try store.save(nil)
        #expect(try store.load() == nil)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: folder.path("config/notelet")
        )
        #expect(left.isEmpty)
    }

    @Test("A file that others can read is refused")
    func tooOpen() throws {
        let store = FileSessionStore(path: folder.path("session.json"))
        try store.save(session)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640],
            ofItemAtPath: store.path
        )
        let error = #expect(throws: FileSessionStore.Failure.self) { try store.load() }
        #expect(error?.description.contains("chmod 600") == true)
        #expect(error?.korean.contains("다른 사람도 읽을 수 있습니다. chmod 600") == true)
    }

    @Test("A damaged file is refused", arguments: ["", "{", "[]", "{\"server\": 1}"])
    func damaged(text: String) throws {
        let store = FileSessionStore(path: folder.path("session.json"))
        try store.save(session)
        let file = try #require(FileHandle(forWritingAtPath: store.path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        let error = #expect(throws: FileSessionStore.Failure.self) { try store.load() }
        #expect(error?.description.contains("damaged") == true)
        #expect(error?.korean.contains("손상되었습니다") == true)
    }

    @Test("A folder that cannot be written to is told")
    func notWritable() throws {
        try Data().write(to: URL(fileURLWithPath: folder.path("file")))
        let store = FileSessionStore(path: folder.path("file/session.json"))
        #expect(throws: FileSessionStore.Failure.self) { try store.save(session) }
        #expect(try store.load() == nil)
        let onFolder = FileSessionStore(path: folder.path)
        #expect(throws: (any Error).self) { try onFolder.save(session) }
    }

    @Test("What is no plain file is refused at once", arguments: StrangeItem.allCases)
    func strange(item: StrangeItem) throws {
        let path = folder.path("session.json")
        try item.make(at: path)
        let store = FileSessionStore(path: path)
        let error = #expect(throws: FileSessionStore.Failure.self) { try store.load() }
        #expect(error?.description.contains(item == .circle ? "cannot be read" : "no file") == true)
        // A folder stays, and anything else makes room for a file.
        if item == .folder {
            #expect(throws: FileSessionStore.Failure.self) { try store.save(session) }
        } else {
            try store.save(session)
            #expect(try store.load() == session)
        }
    }

    @Test("A link is followed, and replaced itself")
    func link() throws {
        let target = FileSessionStore(path: folder.path("target.json"))
        try target.save(session)
        let link = FileSessionStore(path: folder.path("link.json"))
        try FileManager.default.createSymbolicLink(
            atPath: link.path,
            withDestinationPath: target.path
        )
        #expect(try link.load() == session)
        try link.save(StoredSession(.numbered(2), server: session.server, label: "label"))
        #expect(try target.load() == session)
        #expect(try link.load()?.refreshToken == "refresh-2")
    }

    @Test("Whether a session could be kept is found out, and leaves nothing")
    func checkWritable() throws {
        let store = FileSessionStore(path: folder.path("a/b/session.json"))
        try store.checkWritable()
        #expect(try store.load() == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b"))
        #expect(names.isEmpty)
        try Data().write(to: URL(fileURLWithPath: folder.path("file")))
        let nowhere = FileSessionStore(path: folder.path("file/x/session.json"))
        let error = #expect(throws: FileSessionStore.Failure.self) { try nowhere.checkWritable() }
        #expect(error?.description.contains("cannot be made: Not a directory") == true)
    }

    @Test("A session says nothing of its tokens")
    func description() {
        #expect("\(session)" == "session at tcp://127.0.0.1:7575")
        #expect(!String(reflecting: session).contains("access-1"))
    }
}
