import Cryptography
import Domain
import Foundation
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
        #expect(try DroppedStore.remove(path + "/", of: life))
        #expect(names == [])
        #expect(try !DroppedStore.remove(path, of: life))
    }

    @Test("A store of another life stays, be it newer or older")
    func otherLife() throws {
        let first = try makeStore()
        #expect(try DroppedStore.remove(path, of: first))
        let second = try makeStore()
        #expect(second != first)
        #expect(throws: DroppedStore.Obstacle.otherStore) {
            try DroppedStore.remove(path, of: first)
        }
        #expect(names == ["letters"])
        #expect(try StoreLife(ofStoreIn: path) == second)
    }

    @Test("A store that is open stays, in this process too")
    func open() throws {
        let key = MasterKey(.random())
        let store = try RecordStore.open(directory: path, masterKey: key, now: .epoch)
        let life = try #require(try StoreLife(ofStoreIn: path))
        #expect(throws: DroppedStore.Obstacle.inUse) { try DroppedStore.remove(path, of: life) }
        store.close()
        #expect(try DroppedStore.remove(path, of: life))
    }

    @Test("Other things, and a store that was never opened, are left alone")
    func otherThings() throws {
        let life = try makeStore(at: folder.path("elsewhere"))
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: DroppedStore.Obstacle.otherThings) {
            try DroppedStore.remove(path, of: life)
        }
        try FileManager.default.createDirectory(
            atPath: path + "/data",
            withIntermediateDirectories: false
        )
        #expect(throws: DroppedStore.Obstacle.otherThings) {
            try DroppedStore.remove(path, of: life)
        }
        #expect(names == ["elsewhere", "letters"])
    }

    @Test("Where a link leads to the store, both go")
    func linkedStore() throws {
        let target = folder.path("disk")
        let life = try makeStore(at: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(try DroppedStore.remove(path, of: life))
        #expect(names == [])
    }

    @Test("What a crash left is removed the next time, and nothing that is only named alike")
    func leftovers() throws {
        let life = try makeStore()
        let other = try makeStore(at: path + ".dropped")
        try FileManager.default.moveItem(
            atPath: path,
            toPath: DroppedStore.grave(of: path, life)
        )
        try FileManager.default.removeItem(
            atPath: DroppedStore.grave(of: path, life) + "/data/data.mdb"
        )
        #expect(try DroppedStore.remove(path, of: life))
        #expect(names == ["letters.dropped"])
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
            toPath: DroppedStore.grave(of: target, life)
        )
        #expect(try DroppedStore.remove(path, of: life))
        #expect(names == [])
    }

    @Test("What the system refuses is told with its reason")
    func refused() throws {
        let life = try makeStore()
        // A file where the store is to go to.
        let grave = DroppedStore.grave(of: path, life)
        try Data().write(to: URL(filePath: grave))
        #expect(
            throws: DroppedStore.Obstacle.system(
                path: RealPath(path).text,
                SystemError(ENOTDIR)
            )
        ) { try DroppedStore.remove(path, of: life) }
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
