import EngineTestSupport
import StorageEngine
import TestSupport
import Testing

@testable import LogEngine

/// Numbers that the engine gives out.
@Suite("Numbers")
struct NumberTests {
    private static let counted = NumberSeries(.counter(Key(number: 9), in: second))
    private static let places = NumberSeries(.keys(of: [first, second]))
    private static let all = NumberSeries(.keys(of: [first]))

    private let store: TemporaryEngine

    init() throws {
        store = try TemporaryEngine()
    }

    private func take(
        _ series: NumberSeries,
        for owner: UInt64? = nil,
        from engine: WriteAheadEngine? = nil
    ) async throws -> UInt64 {
        try await (engine ?? store.engine).write { (view) throws(StorageError) in
            try view.takeNumber(of: series, for: owner)
        }
    }

    /// Takes a number in a change that is undone.
    private func takeInVain(_ series: NumberSeries, for owner: UInt64? = nil) async {
        await #expect(throws: UseCaseError.refused) {
            try await store.engine.write { (view) throws(UseCaseError) in
                do throws(StorageError) {
                    _ = try view.takeNumber(of: series, for: owner)
                } catch {
                    throw .storage(error)
                }
                throw .refused
            }
        }
    }

    private func place(_ owner: UInt64, _ number: UInt64) -> Key {
        var key = Key()
        key.append(owner)
        key.append(number)
        return key
    }

    @Test func aCounterCountsWhatWasTakenAndKept() async throws {
        #expect(try await take(Self.counted) == 1)
        await takeInVain(Self.counted)
        #expect(try await take(Self.counted) == 2)
        store.engine.close()
        let again = try TemporaryEngine(directory: store.directory)
        #expect(try await take(Self.counted, from: again.engine) == 3)
        again.engine.close()
    }

    @Test func numbersFollowTheGreatestKeyOfTheirOwner() async throws {
        try await store.engine.put([1], for: place(7, 4))
        try await store.engine.put([1], for: place(7, 6), in: second)
        try await store.engine.put([1], for: place(8, 20))
        #expect(try await take(Self.places, for: 7) == 7)
        #expect(try await take(Self.places, for: 8) == 21)
        #expect(try await take(Self.places, for: 9) == 1)
        store.engine.close()
    }

    @Test func noNumberIsTakenTwiceAlsoWhereNothingIsStored() async throws {
        let taken = try await store.engine.write { (view) throws(StorageError) in
            [
                try view.takeNumber(of: Self.places, for: 7),
                try view.takeNumber(of: Self.places, for: 7),
            ]
        }
        #expect(taken == [1, 2])
        await takeInVain(Self.places, for: 7)
        #expect(try await take(Self.places, for: 7) == 4)
        store.engine.close()
    }

    @Test func ownersThatShareASlotKeepTheirNumbers() async throws {
        let other = 7 + UInt64(NumberCache.slotCountMax)
        for number in UInt64(1)...3 {
            for owner in [7, other] {
                #expect(try await take(Self.places, for: owner) == number)
                try await store.engine.put([1], for: place(owner, number))
            }
        }
        store.engine.close()
    }

    @Test func numbersOfNobodyFollowTheGreatestKeyOfAll() async throws {
        try await store.engine.put([1], for: Key(number: 5))
        #expect(try await take(Self.all) == 6)
        #expect(try await take(Self.all) == 7)
        store.engine.close()
    }

    @Test func whereNumbersEndOrCannotBeReadNoneIsGiven() async throws {
        try await store.engine.put([1], for: place(7, .max - 1), in: second)
        try await store.engine.put([1], for: Key(0, 0, 0, 0, 0, 0, 0, 8, 1))
        try await store.engine.put([1], for: Key(number: 9), in: second)
        await #expect(throws: StorageError.dataLoss(second)) { try await take(Self.places, for: 7) }
        await #expect(throws: StorageError.dataLoss(first)) { try await take(Self.places, for: 8) }
        await #expect(throws: StorageError.dataLoss(second)) { try await take(Self.counted) }
        store.engine.close()
    }

    @Test func nothingIsAnnouncedToAnybody() throws {
        try store.engine.read { (view) throws(StorageError) in
            view.expect(
                {
                    Issue.record("An engine that has its records at hand asks for no keys.")
                    return []
                },
                in: first
            )
        }
        store.engine.close()
    }
}
