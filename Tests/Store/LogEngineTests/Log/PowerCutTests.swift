import EngineTestSupport
import LMDB
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Power cuts")
struct PowerCutTests {
    private static let options = {
        var options = EngineOptions.small(
            mapByteCount: 4 << 20,
            overlayByteCountMax: 64 << 10,
            segmentByteCountMax: 64 << 10
        )
        // How far the log reaches is recorded at each third batch or so.
        options.extentByteCountStep = 8 << 10
        return options
    }()

    /// An engine's run of some changes, after those that its store had already.
    private func run(
        _ changes: ArraySlice<NumberedChange>,
        after count: Int,
        in directory: TemporaryDirectory,
        _ generator: inout SeededGenerator
    ) async throws -> [DiskRecorder.Moment] {
        let recorder = DiskRecorder(of: directory, acknowledgedCount: count)
        let store = try TemporaryEngine(
            directory: directory,
            options: Self.options,
            seams: recorder.seams
        )
        var rest = changes
        while !rest.isEmpty {
            let together = rest.prefix(Int.random(in: 1...3, using: &generator))
            // The number that is known to be durable rises with the end of each change.
            let first = together.startIndex
            let ended = Atomic<Int>(first)
            try await store.engine.make(together) { result in
                guard case .success = result else { return }
                recorder.acknowledge(ended.add(1, ordering: .relaxed).newValue)
            }
            rest = rest.dropFirst(together.count)
        }
        store.engine.close()
        return recorder.moments
    }

    /// Opens a store after a power cut and compares it with what it must have; answers how many of
    /// the changes that were submitted it has, the first of which has the number 1.
    private func check(
        _ directory: TemporaryDirectory,
        _ changes: [NumberedChange],
        acknowledgedCount: Int,
        _ comment: Comment
    ) throws -> Int {
        // So that closing leaves the image as it is, and costs nothing.
        var seams = WriteAheadEngine.Seams(
            commit: { (_) throws(LMDBError) in throw .mapFull },
            stop: { _ in }
        )
        seams.files.synchronize = { _ in 0 }
        let store = try TemporaryEngine(
            directory: directory,
            options: Self.options,
            seams: seams
        )
        defer { store.engine.close() }
        let count = try store.engine.lastChangeNumber()
        #expect(count >= acknowledgedCount, comment)
        #expect(count <= changes.count, comment)
        let model = RecordModel().applying(changes.prefix(count))
        #expect(try model.differences(from: store.engine) == [], comment)
        return count
    }

    @Test func eachMomentLeavesWhatWasAcknowledged() async throws {
        var generator = SeededGenerator()
        let seed = generator.description
        let changes = (1...45).map {
            NumberedChange($0, valueByteCountMax: 6_000, using: &generator)
        }
        let directory = TemporaryDirectory()
        let moments = try await run(changes[...], after: 0, in: directory, &generator)
        #expect(moments.last?.acknowledgedCount == changes.count)
        // Several overlays were moved, so that each file of the log was written over.
        #expect(Set(moments.map(\.data)).count > 4)
        for (number, moment) in moments.enumerated() {
            let isPending = moment.segments.contains { !$0.pending.isEmpty }
            for loss in isPending ? DiskRecorder.Moment.Loss.allCases : [.none] {
                let comment: Comment = "\(seed), moment \(number), \(loss)"
                let image = try moment.image(losing: loss, using: &generator)
                let count = try check(
                    image,
                    changes,
                    acknowledgedCount: moment.acknowledgedCount,
                    comment
                )
                if number % 16 == 0 {
                    // Moved to LMDB, it is the same.
                    try TemporaryEngine(directory: image, options: Self.options).engine.close()
                    #expect(
                        try check(image, changes, acknowledgedCount: count, comment) == count
                    )
                }
            }
        }
    }

    @Test func oneCutAfterTheOtherLosesNothing() async throws {
        var generator = SeededGenerator()
        let seed = generator.description
        var directory = TemporaryDirectory()
        var changes: [NumberedChange] = []
        for cut in 0..<50 {
            let count = changes.count
            for number in count + 1...count + Int.random(in: 1...25, using: &generator) {
                changes.append(
                    NumberedChange(number, valueByteCountMax: 3_000, using: &generator)
                )
            }
            let moments = try await run(changes[count...], after: count, in: directory, &generator)
            guard let moment = moments.randomElement(using: &generator),
                let loss = DiskRecorder.Moment.Loss.allCases.randomElement(using: &generator)
            else { return }
            directory = try moment.image(losing: loss, using: &generator)
            let kept = try check(
                directory,
                changes,
                acknowledgedCount: max(count, moment.acknowledgedCount),
                "\(seed), cut \(cut), \(loss)"
            )
            changes.removeLast(changes.count - kept)
        }
    }
}
