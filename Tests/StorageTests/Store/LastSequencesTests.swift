import Domain
import Testing

@testable import Storage

@Suite struct LastSequencesTests {
    @Test func remembersTheLastOfEachUser() {
        let sequences = LastSequences()
        let (one, other) = (UserNumber(1), UserNumber(2))
        #expect(sequences.last(of: one) == nil)
        sequences.note(5, of: one)
        sequences.note(7, of: other)
        sequences.note(6, of: one)
        #expect(sequences.last(of: one) == 6)
        #expect(sequences.last(of: other) == 7)
    }

    @Test func forgetsAllWhenThereAreTooMany() {
        let sequences = LastSequences()
        let most = UInt64(LastSequences.userCountMax)
        for user in 1...most { sequences.note(user, of: UserNumber(user)) }
        sequences.note(9, of: UserNumber(1))
        #expect(sequences.last(of: UserNumber(1)) == 9)
        #expect(sequences.last(of: UserNumber(most)) == most)
        sequences.note(3, of: UserNumber(most + 1))
        #expect(sequences.last(of: UserNumber(1)) == nil)
        #expect(sequences.last(of: UserNumber(most)) == nil)
        #expect(sequences.last(of: UserNumber(most + 1)) == 3)
    }

    @Test func placesRiseThroughRefusalsAndRestarts() throws {
        let store = try TestStore()
        let (sender, receiver) = (try store.account("a"), try store.account("b"))
        func lastPlace() throws -> Sequence? {
            try store.changes(of: receiver).place
        }
        var places: [Sequence?] = []
        for round in 0..<4 {
            try store.send("note", from: sender, to: receiver)
            places.append(try lastPlace())
            #expect(throws: DomainError.refused(.messageNotFound)) {
                try store.write { transaction throws(DomainError) in
                    _ = try transaction.send("none", from: sender, to: receiver)
                    throw .refused(.messageNotFound)
                }
            }
            // What was refused leaves no trace, but maybe a gap.
            #expect(try lastPlace() == places.last)
            if round % 2 == 1 { try store.reopen() }
        }
        let numbers = places.compactMap { $0?.rawValue }
        #expect(numbers.count == 4)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        #expect(try store.received(by: receiver).items.count == 4)
    }
}
