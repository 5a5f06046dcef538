import Foundation
import Glibc
import OperatingSystem
import TestSupport
import Testing

/// What a dead process has left beside a place goes, and nothing else does.
@Suite struct UnfinishedItemTests {
    private let folder = TemporaryDirectory()

    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
    }

    private func leave(file name: String) throws {
        try Data([1]).write(to: URL(fileURLWithPath: folder.path(name)))
    }

    private func leave(folder name: String) throws {
        let path = folder.path(name + "/data")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try leave(file: name + "/data/data.mdb")
    }

    @Test("What nobody holds is removed, and told in the order of the names")
    func removesAbandoned() throws {
        try leave(folder: "a.new.00000000deadbeef")
        try leave(file: "a.new.0123456789abcdef")
        let removed = UnfinishedItem.removeAbandoned(beside: folder.path("a"))
        let names = ["a.new.00000000deadbeef", "a.new.0123456789abcdef"]
        #expect(removed == names.map { folder.path($0) })
        #expect(try self.names.isEmpty)
        #expect(UnfinishedItem.removeAbandoned(beside: folder.path("a")).isEmpty)
    }

    @Test("What is being built stays until its builder has let go of it")
    func keepsWhatIsBuilt() throws {
        let path: String
        do {
            let built = try UnfinishedItem.folder(beside: folder.path("a"))
            let file = try FileReplacement(at: folder.path("a"))
            path = built.path
            #expect(UnfinishedItem.removeAbandoned(beside: folder.path("a")).isEmpty)
            #expect(try names.count == 2)
            _ = consume file
            _ = consume built
        }
        #expect(UnfinishedItem.removeAbandoned(beside: folder.path("a")) == [path])
        #expect(try names.isEmpty)
    }

    @Test("What takes a place leaves what was there under its own name, for nobody")
    func exchanges() throws {
        try leave(folder: "a")
        let path: String
        do {
            let built = try UnfinishedItem.folder(beside: folder.path("a"))
            path = built.path
            #expect(throws: SystemError(ENOENT)) { try built.exchange(with: folder.path("b")) }
            try built.exchange(with: folder.path("a"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["data"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a")) == [])
            // As if this process were no more.
            #expect(UnfinishedItem.removeAbandoned(beside: folder.path("a")) == [path])
        }
        #expect(try names == ["a"])
    }

    @Test("What has another name, or is no file of ours, stays")
    func keepsOthers() throws {
        let others = [
            "a", "a.new", "a.new.", "a.new.0123456789abcdef.old", "a.new.0123456789ABCDEF",
            "a.new.0123456789abcde", "a.new.0123456789abcdeg", "a.new.+123456789abcdef",
            "b.new.0123456789abcdef", "xa.new.0123456789abcdef", ".new.0123456789abcdef",
        ]
        for name in others { try leave(folder: name) }
        let link = "a.new.1111111111111111"
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(link),
            withDestinationPath: folder.path("a")
        )
        #expect(UnfinishedItem.removeAbandoned(beside: folder.path("a")).isEmpty)
        #expect(try names == Set(others + [link]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a")) == ["data"])
    }

    @Test("Many who begin and many who remove leave each other what they build")
    func manyAtOnce() async throws {
        let place = folder.path("a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 { try buildOne(beside: place) }
                }
                group.addTask {
                    for _ in 0..<50 { _ = UnfinishedItem.removeAbandoned(beside: place) }
                }
            }
            try await group.waitForAll()
        }
        _ = UnfinishedItem.removeAbandoned(beside: place)
        #expect(try names.isEmpty)
    }

    private func buildOne(beside place: String) throws {
        let item = try UnfinishedItem.folder(beside: place)
        let path = item.path
        try Data([1]).write(to: URL(fileURLWithPath: path + "/file"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["file"])
        _ = consume item
    }

    @Test("A place in no folder has nothing beside it")
    func noFolder() {
        #expect(UnfinishedItem.removeAbandoned(beside: folder.path("no/a")).isEmpty)
        #expect(UnfinishedItem.removeAbandoned(beside: "/dev/null/a").isEmpty)
        #expect(throws: SystemError(ENOENT)) {
            _ = try UnfinishedItem.folder(beside: folder.path("no/a"))
        }
    }
}
