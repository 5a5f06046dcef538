import Foundation
import LMDB
import Locking
import TestSupport

@testable import LogEngine
@testable import StorageEngine

/// Keeps what the files of an engine held at each moment of its life, so that a power cut can be
/// played at any of them.
final class DiskRecorder: Sendable {
    private let directory: String
    private let state: Mutex<State>

    fileprivate static let fileNames = LogRecovery.fileNames + [LogExtent.fileName]

    private struct State {
        /// Nil until the engine touches its disk for the first time.
        var present: Moment?
        var acknowledgedCount: Int
        var moments: [Moment] = []
    }

    /// What the files held after one of the engine's calls.
    struct Moment: Sendable {
        /// LMDB's file as of its last commit.
        var data: [UInt8]
        /// The files of the log, and the one that says how far it reaches.
        var segments: [Segment]
        /// The number of the last change whose author had been told so.
        var acknowledgedCount = 0

        struct Segment: Sendable {
            var durable: [UInt8]
            /// What was written since the last flush, in its order.
            var pending: [Write] = []
        }

        struct Write: Sendable {
            let offset: Int
            let bytes: [UInt8]
        }
    }

    /// Records what happens to a store that has so many changes already.
    init(of directory: TemporaryDirectory, acknowledgedCount: Int = 0) {
        self.directory = directory.path("store")
        state = Mutex(State(acknowledgedCount: acknowledgedCount))
    }

    /// All moments, in their order.
    var moments: [Moment] { state.withLock { $0.moments } }

    /// What to give the engine; flushes cost nothing, for what is durable is kept here.
    var seams: WriteAheadEngine.Seams {
        WriteAheadEngine.Seams(
            files: FileOperations(
                write: { self.write($0, $1, $2) },
                synchronize: { self.synchronize($0) }
            ),
            commit: { (transaction: consuming WriteTransaction) throws(LMDBError) in
                self.change { _ in }
                try transaction.commit()
                let data = Self.data(in: self.directory)
                self.change { $0.data = data }
            },
            stop: { preconditionFailure("\($0)") }
        )
    }

    /// Notes that the author of the change of this number was told that it is durable.
    func acknowledge(_ number: Int) {
        state.withLock { $0.acknowledgedCount = number }
    }

    private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        let write = Moment.Write(offset: offset, bytes: Array(bytes))
        let index = Self.index(of: descriptor)
        change { $0.segments[index].pending.append(write) }
        return pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
    }

    private func synchronize(_ descriptor: Int32) -> Int32 {
        let index = Self.index(of: descriptor)
        change { moment in
            let segment = moment.segments[index]
            for write in segment.pending {
                moment.segments[index].durable.replace(write, 0..<write.bytes.count)
            }
            moment.segments[index].pending = []
        }
        return 0
    }

    /// Takes note of the disk before the engine's first call, and after each one.
    private func change(_ body: (inout Moment) -> Void) {
        state.withLock { state in
            var moment = state.present ?? Self.present(in: directory)
            if state.moments.isEmpty { state.moments.append(moment) }
            body(&moment)
            moment.acknowledgedCount = state.acknowledgedCount
            state.present = moment
            state.moments.append(moment)
        }
    }

    private static func present(in directory: String) -> Moment {
        Moment(
            data: data(in: directory),
            segments: fileNames.map {
                Moment.Segment(durable: contents(of: directory + "/log/" + $0))
            }
        )
    }

    private static func data(in directory: String) -> [UInt8] {
        contents(of: directory + "/data/data.mdb")
    }

    private static func contents(of path: String) -> [UInt8] {
        FileManager.default.contents(atPath: path).map { Array($0) } ?? []
    }

    /// Which of the log's files a descriptor belongs to.
    private static func index(of descriptor: Int32) -> Int {
        let link = "/proc/self/fd/\(descriptor)"
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        let index = fileNames.firstIndex { path?.hasSuffix("/" + $0) == true }
        guard let index else { preconditionFailure("Another file was written.") }
        return index
    }
}

extension DiskRecorder.Moment {
    /// What becomes of writes that were not flushed when the power is cut.
    enum Loss: CaseIterable {
        case all
        case some
        case none
    }

    /// Makes a store of what is left after a power cut.
    func image(
        losing loss: Loss,
        using generator: inout SeededGenerator
    ) throws -> TemporaryDirectory {
        let directory = TemporaryDirectory(in: .memory)
        let store = directory.path("store")
        for name in ["", "/data", "/log"] {
            try FileManager.default.createDirectory(
                atPath: store + name,
                withIntermediateDirectories: true
            )
        }
        try Data(data).write(to: URL(fileURLWithPath: store + "/data/data.mdb"))
        for (name, segment) in zip(DiskRecorder.fileNames, segments) {
            let contents = segment.contents(losing: loss, using: &generator)
            try Data(contents).write(to: URL(fileURLWithPath: store + "/log/" + name))
        }
        return directory
    }
}

extension DiskRecorder.Moment.Segment {
    /// The bytes of a sector, the least that a disk writes whole.
    private static let sectorByteCount = 512

    fileprivate func contents(
        losing loss: DiskRecorder.Moment.Loss,
        using generator: inout SeededGenerator
    ) -> [UInt8] {
        var contents = durable
        for write in pending {
            switch loss {
            case .all: continue
            case .none: contents.replace(write, 0..<write.bytes.count)
            case .some:
                for start in stride(from: 0, to: write.bytes.count, by: Self.sectorByteCount)
                where Bool.random(using: &generator) {
                    let end = min(start + Self.sectorByteCount, write.bytes.count)
                    contents.replace(write, start..<end)
                }
            }
        }
        return contents
    }
}

extension [UInt8] {
    /// Overwrites bytes by a part of a write, behind zeros if that is behind the end.
    fileprivate mutating func replace(_ write: DiskRecorder.Moment.Write, _ part: Range<Int>) {
        let end = write.offset + part.upperBound
        if count < end { self += [UInt8](repeating: 0, count: end - count) }
        withUnsafeMutableBytes { target in
            write.bytes.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(rebasing: target[(write.offset + part.lowerBound)...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[part]))
            }
        }
    }
}
