import Dispatch
import Locking
import LogEngine
import StorageEngine
import TestSupport

/// Fills a store to the brim and empties it again, in cycles.
///
/// In each: records are put until one is refused; then what is vital must be taken; then a part of
/// the records is deleted, and after that there must be room for others, without a restart.
struct Filler {
    let engine: WriteAheadEngine
    let journal: FillJournal.Reading
    let seed: UInt64
    private let path: String

    /// What the store should have done and did not.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Changes that are vital in a cycle: a fifth of what the reserve is in pages.
    private static let vitalCount = 50
    /// How long room may take to come back, on a machine that does much else.
    private static let patience = Duration.seconds(30)

    init(_ engine: WriteAheadEngine, journalPath: String, seed: UInt64) throws {
        self.engine = engine
        self.seed = seed
        path = journalPath
        journal = try FillJournal.Reading(path: journalPath)
    }

    /// Does so many cycles behind those that the journal has.
    func run(cycles count: Int) throws {
        let notes = try FillJournal(path: path)
        var next = journal.notes.count
        var stored = journal.notes.indices.filter { number in
            [.putAcknowledged, .deletionInvoked, .putInvoked].contains(journal.notes[number])
        }
        for cycle in 0..<count {
            var random = SeededGenerator(seed: seed, stream: UInt64(next) << 20 | UInt64(cycle))
            let first = next
            try awaitRoom(&next, &stored, notes)
            while try put(next, isVital: false, notes) {
                stored.append(next)
                next += 1
            }
            next += 1
            for _ in 0..<Self.vitalCount {
                guard try put(next, isVital: true, notes) else {
                    throw Failure(description: "a vital change was refused, record \(next)")
                }
                stored.append(next)
                next += 1
            }
            guard next - first > Self.vitalCount + 1 else {
                throw Failure(description: "nothing was taken in a cycle")
            }
            // At times all of it, and never so little that nothing can be told.
            let share = random.number(in: 40...100)
            var kept: [Int] = []
            for number in stored {
                if random.number(in: 1...100) > share {
                    kept.append(number)
                } else {
                    try delete(number, notes)
                }
            }
            stored = kept
            notes.write(.cycleEnded)
        }
    }

    /// Waits until a record is taken that may not use the reserve.
    private func awaitRoom(
        _ next: inout Int,
        _ stored: inout [Int],
        _ notes: borrowing FillJournal
    ) throws {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            let isTaken = try put(next, isVital: false, notes)
            if isTaken { stored.append(next) }
            next += 1
            if isTaken { return }
            engine.maintain()
        }
        throw Failure(description: "room did not come back after deletions")
    }

    /// Puts a record; answers whether there was room for it.
    private func put(
        _ number: Int,
        isVital: Bool,
        _ notes: borrowing FillJournal
    ) throws -> Bool {
        let value = FilledStore.value(number, seed: seed)
        notes.write(.putInvoked, number)
        let isTaken = try write(mayUseReserve: isVital) { view throws(StorageError) in
            try view.put(value, for: FilledStore.key(number), in: FilledStore.table)
        }
        notes.write(isTaken ? .putAcknowledged : .putRefused, number)
        return isTaken
    }

    private func delete(_ number: Int, _ notes: borrowing FillJournal) throws {
        notes.write(.deletionInvoked, number)
        let isTaken = try write(mayUseReserve: true) { view throws(StorageError) in
            try view.delete(FilledStore.key(number), in: FilledStore.table)
        }
        guard isTaken else {
            throw Failure(description: "the deletion of record \(number) was refused")
        }
        notes.write(.deletionAcknowledged, number)
    }

    /// Makes a change and waits for its end; answers whether there was room for it.
    private func write(
        mayUseReserve: Bool,
        _ body: @escaping @Sendable (any WriteView) throws(StorageError) -> Void
    ) throws -> Bool {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Void, StorageError>>(.failure(.outcomeUnknown))
        engine.submit(mayUseReserve: mayUseReserve, body) { (result: Result<Void, StorageError>) in
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        switch outcome.withLock({ $0 }) {
        case .success: return true
        case .failure(.full): return false
        case .failure(let error): throw error
        }
    }
}

/// Compares a store with the journal of its filler.
struct FillCheck {
    private(set) var violations: [String] = []
    private(set) var storedCount = 0
    private(set) var acknowledgedCount = 0

    /// Looks at each record that was ever begun, and for others.
    init(_ engine: WriteAheadEngine, _ journal: FillJournal.Reading, seed: UInt64) throws {
        var present: [Int: Bool] = [:]
        try engine.read { view throws(StorageError) in
            try view.scan(FilledStore.table, in: .all, .ascending) { key, value in
                let number = Int(
                    key.withUnsafeBytes {
                        $0.count == 8
                            ? UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) : .max
                    } & UInt64(Int.max)
                )
                let expected = FilledStore.value(number, seed: seed)
                present[number] = value.withUnsafeBytes { $0.elementsEqual(expected) }
                return .next
            }
        }
        storedCount = present.count
        for (number, note) in journal.notes.enumerated() {
            let isRight = present.removeValue(forKey: number)
            if isRight == false { violations.append("record \(number) has another value") }
            switch note {
            case .putAcknowledged:
                acknowledgedCount += 1
                if isRight == nil {
                    violations.append("record \(number) was acknowledged and is lost")
                }
            case .putRefused:
                if isRight != nil {
                    violations.append("record \(number) was refused and is stored")
                }
            case .deletionAcknowledged:
                acknowledgedCount += 1
                if isRight != nil { violations.append("record \(number) was deleted and is there") }
            case .putInvoked, .deletionInvoked, .cycleEnded, nil: break
            }
        }
        for number in present.keys { violations.append("record \(number) was never asked for") }
    }
}
