import Domain
import Testing

@testable import Storage

@Suite struct LastSequencesTests {
    private let sequences = LastSequences()

    @Test func whatWasNotedIsKnown() {
        #expect(sequences.last(of: UserNumber(1)) == nil)
        sequences.note(5, of: UserNumber(1))
        sequences.note(9, of: UserNumber(2))
        sequences.note(6, of: UserNumber(1))
        #expect(sequences.last(of: UserNumber(1)) == 6)
        #expect(sequences.last(of: UserNumber(2)) == 9)
    }

    @Test(arguments: [0, 1, 65_535, .max] as [UInt64])
    func aUserIsNotTakenForAnotherOfTheSameSlot(number: UInt64) {
        let user = UserNumber(number)
        let other = UserNumber(number &+ UInt64(LastSequences.userCountMax))
        sequences.note(5, of: user)
        #expect(sequences.last(of: other) == nil)
        sequences.note(7, of: other)
        #expect(sequences.last(of: other) == 7)
        #expect(sequences.last(of: user) == nil)
    }

    @Test func placesStayDistinctWhenTwoUsersShareASlot() throws {
        let store = try TestStore()
        let user = UserNumber(1)
        let other = UserNumber(1 + UInt64(LastSequences.userCountMax))
        for index in 0..<5 {
            try store.write { transaction throws(DomainError) in
                _ = try transaction.send("a\(index)", from: user, to: other)
                _ = try transaction.send("b\(index)", from: other, to: user)
            }
        }
        for person in [user, other] {
            var count = 0
            let (place, hasMore) = try store.read { view throws(DomainError) in
                try view.visitChanges(of: person, after: .start, limit: 100) { _ in
                    count += 1
                    return .next
                }
            }
            #expect((count, place, hasMore) == (10, Sequence(10), false))
        }
    }
}
