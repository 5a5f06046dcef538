import EngineTestSupport
import LMDB
import StorageEngine
import TestSupport
import Testing

@testable import LogEngine

/// What debug builds look at: it finds what does not agree, and stops there.
@Suite("Invariants")
struct InvariantTests {
    /// Something that may happen to an overlay's memory.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (Overlay) -> Void

        init(_ description: String, _ make: @escaping @Sendable (Overlay) -> Void) {
            testDescription = description
            self.make = make
        }

        /// Each is told in other words.
        static let all = [
            Damage("the order at node") { overlay in
                let node = overlay.firstNode
                let height: UInt8 = overlay.arena.load(node, Node.height)
                overlay.arena.store(UInt8.max, node, Node.key(height: Int(height)))
            },
            Damage("the way back from node") { overlay in
                guard let last = overlay.lastNode() else { return }
                overlay.arena.publish(Arena.none, last, Node.previous)
            },
            Damage("without a version") { overlay in
                overlay.arena.publish(Arena.none, overlay.firstNode, Node.version)
            },
            Damage("the batches of node") { overlay in
                let version = overlay.arena.link(overlay.firstNode, Node.version)
                overlay.arena.store(UInt64(9), version, Version.batch)
            },
            Damage("the count of bytes") { overlay in
                let version = overlay.arena.link(overlay.firstNode, Node.version)
                overlay.arena.store(UInt32(1), version, Version.valueByteCount)
            },
            Damage("the index at node") { overlay in
                overlay.arena.store(UInt64(7), overlay.firstNode, Node.prefix)
            },
            Damage("the count of nodes") { overlay in
                overlay.arena.publish(overlay.head, overlay.firstNode, Node.previous)
                let second = overlay.arena.link(overlay.firstNode, Node.next(0))
                overlay.arena.publish(second, overlay.head, Node.next(0))
            },
        ]
    }

    private static func filledOverlay() -> Overlay {
        let overlay = Overlay(byteCountMax: 64 << 10)
        for (batch, value) in [(UInt64(1), [UInt8(1), 2, 3]), (2, [4, 5])] {
            for number in 1...9 {
                overlay.write(value, for: Key(number: number), in: first, batch: batch)
            }
        }
        return overlay
    }

    @Test(arguments: Damage.all)
    func damageOfAnOverlayIsFound(_ damage: Damage) {
        let overlay = Self.filledOverlay()
        #expect(overlay.brokenInvariants() == [])
        damage.make(overlay)
        let broken = overlay.brokenInvariants()
        #expect(broken.contains { $0.contains(damage.testDescription) }, "\(broken)")
    }

    /// A log at an offset, in one file or two of a page.
    private static func brokenInvariants(
        offset: Int,
        nextNumber: UInt64 = 1,
        inOneFile: Bool = false
    ) throws -> [String] {
        let directory = TemporaryDirectory()
        let files = try ["even", "odd"].map { name in
            try LogSegment(path: directory.path(name), operations: FileOperations())
        }
        for file in files { try file.grow(to: 1) }
        return try Log(
            identity: 1,
            nextNumber: nextNumber,
            active: files[0],
            idle: files[inOneFile ? 0 : 1],
            isOddActive: false,
            offset: offset,
            segmentByteCountMax: 1 << 20
        ).brokenInvariants()
    }

    @Test func aLogThatGoesOnInAWrongPlaceIsFound() throws {
        #expect(try Self.brokenInvariants(offset: 4_096) == [])
        #expect(try Self.brokenInvariants(offset: 100) == ["a batch begins within a block"])
        #expect(
            try Self.brokenInvariants(offset: 8 << 20) == [
                "the log's file ends before the open batch",
                "what was written would not be cleaned",
            ]
        )
        #expect(
            try Self.brokenInvariants(offset: 0, nextNumber: 0) == [
                "batches of the log count from 1"
            ]
        )
        #expect(
            try Self.brokenInvariants(offset: 0, inOneFile: true)
                == ["both files of the log are one"]
        )
    }

    @Test func filesOfALogThatSayTheSameAreFound() {
        func broken(_ even: ClosedRange<UInt64>?, _ first: UInt64, _ last: UInt64) -> [String] {
            let even = even.map {
                LogExtent.File(firstBatch: $0.lowerBound, lastBatch: $0.upperBound)
            }
            let odd = LogExtent.File(firstBatch: first, lastBatch: last)
            return LogExtent(identity: 1, files: [even ?? LogExtent.File(), odd]).brokenInvariants()
        }
        #expect(broken(nil, 0, 0) == [])
        #expect(broken(1...4, 5, 9) == [])
        #expect(broken(10...12, 5, 9) == [])
        #expect(broken(1...5, 5, 9) == ["both files of the log have the same batches"])
        #expect(broken(nil, 9, 5) == ["a file of the log ends before it begins"])
        #expect(broken(nil, 0, 5) == ["a file of the log ends before it begins"])
    }

    @Test func whatIsMovedBeforeItsTimeIsFound() {
        func broken(_ applied: UInt64, published: UInt64, last: UInt64, isMoved: Bool) -> [String] {
            MovedBatches(
                position: LogPosition(identity: 1, appliedBatch: applied),
                identity: 1,
                publishedBatch: published,
                lastBatch: last,
                isMoved: isMoved
            ).brokenInvariants()
        }
        #expect(broken(3, published: 9, last: 6, isMoved: false) == [])
        #expect(broken(6, published: 9, last: 6, isMoved: true) == [])
        #expect(
            broken(3, published: 5, last: 6, isMoved: false)
                == ["what is moved is not durable in the log"]
        )
        #expect(
            broken(7, published: 9, last: 6, isMoved: false)
                == ["the database is ahead of what is moved"]
        )
        #expect(
            broken(5, published: 9, last: 6, isMoved: true)
                == ["the database does not say what was moved"]
        )
        #expect(
            broken(10, published: 9, last: 6, isMoved: false).first
                == "the database has what is not durable in the log"
        )
    }

    @Test func onlyWhatIsDurableIsMoved() {
        func broken(_ frozen: Overlay, _ active: Overlay, published: UInt64) -> [String] {
            Generations(active: active, frozen: frozen, publishedBatch: published)
                .brokenInvariants()
        }
        let (frozen, active) = (Self.filledOverlay(), Overlay(byteCountMax: 64 << 10))
        #expect(broken(frozen, active, published: 2) == [])
        #expect(broken(frozen, active, published: 1) == ["what is moved is not durable"])
        #expect(broken(frozen, frozen, published: 2) == ["changes go into what is moved"])
    }

    #if DEBUG
        @Test func theWriterStopsBeforeABrokenOverlayIsMoved() async {
            let run = await #expect(
                processExitsWith: .failure,
                observing: [\.standardErrorContent]
            ) {
                let store = try TemporaryEngine()
                try await store.engine.put([1, 2, 3], for: Key(1))
                let active = store.engine.generations.layers.active
                let version = active.arena.link(active.firstNode, Node.version)
                active.arena.store(UInt32(1), version, Version.valueByteCount)
                store.engine.close()
            }
            let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Broken: the count of bytes."), "\(text)")
        }

        @Test func theMoverStopsWhereLMDBIsAheadOfTheLog() async {
            let run = await #expect(
                processExitsWith: .failure,
                observing: [\.standardErrorContent]
            ) {
                let store = try TemporaryEngine()
                try await store.engine.put([1], for: Key(1))
                let position = LogPosition(
                    identity: store.engine.logIdentity,
                    appliedBatch: 1_000,
                    hasExtent: true
                )
                try position.write(to: store.engine.environment)
                store.engine.close()
            }
            let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
            let word = "Broken: the database has what is not durable in the log"
            #expect(text.contains(word), "\(text)")
        }
    #endif
}

extension Overlay {
    /// The node that comes first, of an overlay that has one.
    fileprivate var firstNode: Arena.Offset { following(nil) ?? head }
}
