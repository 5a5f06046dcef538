import Foundation
import TestSupport
import Testing

@testable import notelet_crash

@Suite("Disk model")
struct DiskModelTests {
    private static let nothing = PowerCut(mode: .none)
    private static let everything = PowerCut(mode: .all)

    @Test("A write is lost until a flush that began after it has ended")
    func flushMakesDurable() throws {
        var disk = DiskModel()
        try disk.apply(.opened(file: 1, path: "a", isCreated: true, isEmptied: false))
        try flushFolder(&disk, file: 2, path: "", number: 1)
        try disk.apply(.written(file: 1, offset: 0, bytes: [1]))
        try disk.apply(.flushBegun(file: 1, flush: 2))
        try disk.apply(.written(file: 1, offset: 1, bytes: [2]))
        #expect(try files(of: disk, Self.nothing) == ["a": []])
        try disk.apply(.flushEnded(file: 1, flush: 2))
        #expect(try files(of: disk, Self.nothing) == ["a": [1]])
        #expect(try files(of: disk, Self.everything) == ["a": [1, 2]])
    }

    @Test("A write that settles takes nothing along but what was written below it")
    func settledWrite() throws {
        var file = DiskFile()
        file.write([1, 1], at: 0)
        file.write([2], at: 600)
        file.write([3], at: 1)
        file.settle(offset: 1, byteCount: 1)
        let image = bytes(of: file, Self.nothing)
        #expect(image == [1, 3])
    }

    @Test("A grain has one of its own states, never a later write without an earlier one")
    func grainsKeepTheirOrder() {
        var file = DiskFile()
        file.write([1, 1], at: 0)
        file.write([2], at: 1)
        file.write([3], at: 512)
        var found: Set<[UInt8]> = []
        for seed in 0..<200 {
            let cut = PowerCut(mode: .grains, seed: UInt64(seed))
            let image = bytes(of: file, cut)
            found.insert(Array(image.prefix(2)) + image.dropFirst(512))
        }
        let first: [[UInt8]] = [[], [0, 0], [1, 1], [1, 2]]
        #expect(found.allSatisfy { found in first.contains(Array(found.prefix(2))) })
        #expect(found.isSuperset(of: [[], [1, 1], [1, 2], [0, 0, 3], [1, 1, 3], [1, 2, 3]]))
    }

    @Test("One seed makes one image")
    func seedsRepeat() {
        var file = DiskFile()
        for index in 0..<50 { file.write([UInt8(index)], at: index * 97) }
        for seed in 0..<50 {
            let cut = PowerCut(seed: UInt64(seed))
            #expect(bytes(of: file, cut) == bytes(of: file, cut))
        }
    }

    @Test("Names survive in order, and for certain after a flush of their folder")
    func namesAreKeptInOrder() throws {
        var disk = DiskModel()
        try disk.apply(.folderMade(path: "new"))
        try disk.apply(.opened(file: 1, path: "new/a", isCreated: true, isEmptied: false))
        try disk.apply(.renamed(path: "new", target: "data"))
        #expect(try files(of: disk, Self.nothing) == [:])
        #expect(try files(of: disk, Self.everything) == ["data/a": []])
        var found: Set<[String]> = []
        for seed in 0..<100 {
            let cut = PowerCut(mode: .grains, seed: UInt64(seed))
            found.insert(try files(of: disk, cut).keys.sorted())
        }
        #expect(found == [[], ["new/a"], ["data/a"]])
        try flushFolder(&disk, file: 2, path: "", number: 1)
        #expect(try files(of: disk, Self.nothing) == [:])
        try flushFolder(&disk, file: 3, path: "data", number: 2)
        #expect(try files(of: disk, Self.nothing) == ["data/a": []])
    }

    @Test("What a failed flush could not write is lost for good, what had settled is not")
    func failedFlushForgets() throws {
        var disk = DiskModel()
        try disk.apply(.opened(file: 1, path: "a", isCreated: true, isEmptied: false))
        try flushFolder(&disk, file: 2, path: "", number: 1)
        try disk.apply(.written(file: 1, offset: 0, bytes: [1]))
        try disk.apply(.settled(file: 1, offset: 0, byteCount: 1))
        try disk.apply(.written(file: 1, offset: 4096, bytes: [2]))
        try disk.apply(.flushFailed(file: 1))
        try disk.apply(.flushBegun(file: 1, flush: 2))
        try disk.apply(.flushEnded(file: 1, flush: 2))
        #expect(try files(of: disk, Self.everything) == ["a": [1]])
    }

    @Test("A file that was cut and grew again reads as zeros there")
    func resizing() {
        var file = DiskFile(content: [1, 2, 3])
        file.resize(1)
        file.resize(3)
        #expect(bytes(of: file, Self.everything) == [1, 0, 0])
        #expect(bytes(of: file, Self.nothing) == [1, 2, 3])
    }

    private func flushFolder(
        _ disk: inout DiskModel,
        file: Int,
        path: String,
        number: Int
    ) throws {
        try disk.apply(.opened(file: file, path: path, isCreated: false, isEmptied: false))
        try disk.apply(.flushBegun(file: file, flush: number))
        try disk.apply(.flushEnded(file: file, flush: number))
    }

    private func bytes(of file: DiskFile, _ cut: PowerCut) -> [UInt8] {
        var cut = cut
        let image = file.image(&cut)
        var bytes = [UInt8](repeating: 0, count: image.byteCount)
        for (page, content) in image.pages {
            for (index, byte) in content.enumerated() {
                let place = page * DiskFile.pageByteCount + index
                if place < bytes.count { bytes[place] = byte }
            }
        }
        return bytes
    }

    /// The files of an image, with their content.
    private func files(of disk: DiskModel, _ cut: PowerCut) throws -> [String: [UInt8]] {
        let folder = TemporaryDirectory()
        let root = folder.path("image")
        try disk.write(cut, to: root)
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
            let data = FileManager.default.contents(atPath: root + "/" + name)
            if let data { files[name] = [UInt8](data) }
        }
        return files
    }
}
