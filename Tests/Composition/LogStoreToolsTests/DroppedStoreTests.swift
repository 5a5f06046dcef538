import Cryptography
import Domain
import Foundation
import Glibc
import TestSupport
import Testing

@testable import LogEngine
@testable import LogStoreTools
@testable import OperatingSystem
@testable import Storage

/// Stores of apps that were dropped.
@Suite("Dropped stores")
struct DroppedStoreTests {
    private let folder = TemporaryDirectory()

    private var path: String { folder.path("letters") }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// What is left of a store of the name that was removed.
    private func note(_ life: StoreLife, _ name: String = "letters") -> String {
        "\(name).removed-\(life.text)"
    }

    /// Makes a store, and answers its life.
    private func makeStore(at path: String? = nil) throws -> StoreLife {
        try RecordStore.open(
            directory: path ?? self.path,
            masterKey: MasterKey(.random()),
            now: .epoch
        ).close()
        return try #require(try StoreLife(ofStoreIn: path ?? self.path))
    }

    @Test("A store of the life that was dropped goes as a whole, and again is nothing")
    func removed() throws {
        let life = try makeStore()
        #expect(try DroppedStore(path + "/", of: life).remove())
        #expect(names == [note(life)])
        #expect(try !DroppedStore(path, of: life).remove())
    }

    @Test("A store of another life stays, be it newer or older")
    func otherLife() throws {
        let first = try makeStore()
        #expect(try DroppedStore(path, of: first).remove())
        let second = try makeStore()
        #expect(second != first)
        #expect(throws: DroppedStore.Obstacle.otherStore) {
            try DroppedStore(path, of: first).remove()
        }
        #expect(names == ["letters", note(first)])
        #expect(try StoreLife(ofStoreIn: path) == second)
    }

    @Test("A store that is open stays, in this process too")
    func open() throws {
        let key = MasterKey(.random())
        let store = try RecordStore.open(directory: path, masterKey: key, now: .epoch)
        let life = try #require(try StoreLife(ofStoreIn: path))
        #expect(throws: DroppedStore.Obstacle.inUse) { try DroppedStore(path, of: life).remove() }
        #expect(throws: DroppedStore.Obstacle.otherStore) {
            try DroppedStore(path, of: StoreLife(1)).remove()
        }
        store.close()
        #expect(try DroppedStore(path, of: life).remove())
    }

    @Test("Other things, and a store that was never opened, are left alone")
    func otherThings() throws {
        let life = try makeStore(at: folder.path("elsewhere"))
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        // An empty folder is nothing, be it one in which a file system begins.
        #expect(try !DroppedStore(path, of: life).remove())
        try Data().write(to: URL(filePath: path + "/other"))
        #expect(throws: DroppedStore.Obstacle.otherThings) {
            try DroppedStore(path, of: life).remove()
        }
        try FileManager.default.createDirectory(
            atPath: path + "/data",
            withIntermediateDirectories: false
        )
        #expect(throws: DroppedStore.Obstacle.otherThings) {
            try DroppedStore(path, of: life).remove()
        }
        #expect(names == ["elsewhere", "letters"])
    }

    @Test("Where a link leads to the store, both go")
    func linkedStore() throws {
        let target = folder.path("disk")
        let life = try makeStore(at: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(try DroppedStore(path, of: life).remove())
        #expect(names == [note(life, "disk")])
    }

    @Test("What a crash left is removed the next time, and nothing that is only named alike")
    func leftovers() throws {
        let life = try makeStore()
        let other = try makeStore(at: path + ".dropped")
        try FileManager.default.moveItem(
            atPath: path,
            toPath: DroppedStore(path, of: life).grave
        )
        try FileManager.default.removeItem(
            atPath: DroppedStore(path, of: life).grave + "/data/data.mdb"
        )
        #expect(try DroppedStore(path, of: life).remove())
        #expect(names == ["letters.dropped", note(life)])
        #expect(try StoreLife(ofStoreIn: path + ".dropped") == other)
    }

    @Test("What a crash left behind a link goes the next time, and the link", arguments: [0, 1])
    func linkedLeftovers(index: Int) throws {
        let target = folder.path("disk")
        let life = try makeStore(at: target)
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: [target, "disk"][index]
        )
        try FileManager.default.moveItem(
            atPath: target,
            toPath: DroppedStore(target, of: life).grave
        )
        #expect(try DroppedStore(path, of: life).remove())
        #expect(names == [note(life, "disk")])
    }

    @Test("A store that comes back by a copy of its files stays, and goes again once it was in use")
    func copied() throws {
        let life = try makeStore()
        let copy = folder.path("copy")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let dropped = DroppedStore(path, of: life)
        #expect(dropped.isYetToBeRemoved)
        #expect(try dropped.remove())
        try FileManager.default.copyItem(atPath: copy, toPath: path)
        #expect(!dropped.isYetToBeRemoved)
        #expect(throws: DroppedStore.Obstacle.cameBack) { try dropped.remove() }
        #expect(try StoreLife(ofStoreIn: path) == life)
        DroppedStore.forgetRemoval(ofStoreIn: path)
        #expect(dropped.isYetToBeRemoved)
        #expect(try dropped.remove())
    }

    @Test("A folder that cannot be renamed is emptied, in as many attempts as it takes")
    func mountPoint() throws {
        let life = try makeStore()
        let lost = path + "/lost+found"
        try FileManager.default.createDirectory(atPath: lost, withIntermediateDirectories: false)
        let dropped = DroppedStore(path, of: life)
        let busy: (String, String) -> Int32 = { _, _ in
            errno = EBUSY
            return -1
        }
        var left = 2
        #expect(throws: DroppedStore.Obstacle.interrupted) {
            try dropped.remove(renaming: busy) {
                left -= 1
                return left > 0
            }
        }
        #expect(dropped.isYetToBeRemoved)
        #expect(try dropped.remove(renaming: busy))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["lost+found"])
        #expect(names == ["letters", note(life)] && !dropped.isYetToBeRemoved)
        #expect(try !dropped.remove(renaming: busy))
    }

    @Test("A removal stops between two files where it may not go on, and goes on the next time")
    func interrupted() throws {
        let life = try makeStore()
        let dropped = DroppedStore(path, of: life)
        for count in 0..<2 {
            var left = count
            #expect(throws: DroppedStore.Obstacle.interrupted) {
                try dropped.remove(while: {
                    left -= 1
                    return left >= 0
                })
            }
            #expect(FileManager.default.fileExists(atPath: dropped.grave))
        }
        #expect(try dropped.remove())
        #expect(names == [note(life)])
    }

    @Test("What the system refuses is told with its reason")
    func refused() throws {
        let life = try makeStore()
        // A file where the store is to go to.
        let grave = DroppedStore(path, of: life).grave
        try Data().write(to: URL(filePath: grave))
        #expect(
            throws: DroppedStore.Obstacle.system(
                path: RealPath(path).text,
                SystemError(ENOTDIR)
            )
        ) { try DroppedStore(path, of: life).remove() }
        #expect(try StoreLife(ofStoreIn: path) == life)
    }

    @Test("A life is read as it is written, and nothing else is")
    func texts() {
        for number in [UInt64.min, 1, 0x00f3_a912_7bc4_d5e6, .max] {
            let life = StoreLife(number)
            #expect(life.text.utf8.count == 16 && StoreLife(life.text) == life)
        }
        for wrong in [
            "", "0", "00f3a9127bc4d5e", "00f3a9127bc4d5e60", "00F3A9127BC4D5E6",
            "+0f3a9127bc4d5e6",
        ] {
            #expect(StoreLife(wrong) == nil, "\(wrong)")
        }
    }
}
