import AccountRules
import DirectoryRules
import Domain
import RuleTestSupport
import Testing

/// Many members in one step.
@Suite struct MemberListTests {
    private typealias Entries = [(id: MemberID?, name: String, email: String)]
    private let shelf = MemberShelf()

    init() throws {
        try shelf.add("team")
    }

    private func many(_ count: Int) -> Entries {
        (0..<count).map { (nil, "M", "\($0)@example.com") }
    }

    private func reason(_ body: () throws(DomainError) -> Void) throws -> Refusal {
        try refusal(body)
    }

    @Test func aListHas500MembersAtMostAndNoneTwice() throws {
        #expect(try shelf.put(many(499)).count == 499)
        #expect(try shelf.put(many(500)).count == 500)
        #expect(shelf.members.count == 500)
        let over = try reason { () throws(DomainError) in try shelf.put(many(501)) }
        #expect(invalidField(over) == "members")
        let address = try reason { () throws(DomainError) in
            try shelf.put([(nil, "A", "a@example.com"), (nil, "B", "A@Example.com")])
        }
        #expect(invalidField(address) == "members")
        let id = shelf.members[0].id
        let twice = try reason { () throws(DomainError) in
            try shelf.put([(id, "A", "a@example.com"), (id, "B", "b@example.com")])
        }
        #expect(invalidField(twice) == "members")
        #expect(try shelf.put([]).isEmpty)
    }

    @Test func whoIsThereIsChangedAndTheRestAdded() throws {
        let alice = try shelf.create()
        let bob = try shelf.create("Bob", "bob@example.com")
        let put = try shelf.put([
            (nil, "Carl", "carl@example.com"), (bob.id, "Robert", "robert@example.com"),
            (nil, "Alicia", "ALICE@example.com"),
        ])
        #expect(put.map(\.details.name) == ["Carl", "Robert", "Alicia"])
        #expect(put[1].id == bob.id && put[2].id == alice.id)
        #expect(put.allSatisfy { $0.keeper == UserNumber(1) })
        #expect(Set(shelf.members.map(\.id)) == Set(put.map(\.id)))
        let count = shelf.changeCount
        #expect(try shelf.put([(bob.id, "Robert", "robert@example.com")]) == [put[1]])
        #expect(shelf.changeCount == count, "nothing is told of what did not change")
    }

    @Test func twoMembersMayChangeAddresses() throws {
        let (alice, bob) = (try shelf.create(), try shelf.create("Bob", "bob@example.com"))
        try shelf.put([
            (alice.id, "Alice", "bob@example.com"), (bob.id, "Bob", "alice@example.com"),
        ])
        #expect(
            shelf.members.map(\.details.email.text) == ["bob@example.com", "alice@example.com"]
        )
        // Whoever is known by the id gives the address to one who is new.
        let put = try shelf.put([
            (nil, "New", "bob@example.com"), (alice.id, "Alice", "a@example.com"),
        ])
        #expect(put[0].id != alice.id && put[1].id == alice.id)
        #expect(shelf.members.count == 3)
    }

    @Test func whatIsNotTheCallersIsRefusedAndNothingHappens() throws {
        let (alice, other) = (try shelf.create(), try shelf.create("Bob", "bob@example.com", by: 2))
        let unknown = MemberID(OpaqueID(high: 7, low: 7))
        try shelf.add("more")
        let elsewhere = try shelf.create(in: "more")
        let before = shelf.members
        let cases: [(MemberID?, String, Refusal)] = [
            (unknown, "x@example.com", .memberNotFound(id: unknown.opaque.uuid)),
            (elsewhere.id, "x@example.com", .memberNotFound(id: elsewhere.id.opaque.uuid)),
            (other.id, "x@example.com", .notYourMember),
            (nil, "BOB@example.com", .memberExists),
            (alice.id, "bob@example.com", .memberExists),
        ]
        for (id, email, expected) in cases {
            for replacing in [false, true] {
                let refused = try reason { () throws(DomainError) in
                    try shelf.put(
                        [(nil, "New", "new@example.com"), (id, "X", email)],
                        replacing: replacing
                    )
                }
                #expect(refused == expected)
            }
        }
        // What was deleted before is refused with the transaction, which the shelf has not.
        #expect(Set(before.map(\.id)).isSuperset(of: shelf.members.map(\.id)))
        #expect(!shelf.members.contains { $0.details.name == "New" })
        for person: UInt64 in [99, 100] {
            let expected: Refusal = person == 100 ? .accountRequired : .notAuthenticated
            let refused = try reason { () throws(DomainError) in try shelf.put([], by: person) }
            #expect(refused == expected)
        }
    }

    @Test func whatIsReplacedIsTheCallersAlone() throws {
        let (alice, bob) = (try shelf.create(), try shelf.create("Bob", "bob@example.com"))
        let other = try shelf.create("Carl", "carl@example.com", by: 2)
        try shelf.add("more")
        let elsewhere = try shelf.create(in: "more")
        let put = try shelf.put(
            [(nil, "Alice", "alice@example.com"), (nil, "Dora", "dora@example.com")],
            replacing: true
        )
        #expect(put[0] == alice)
        #expect(Set(shelf.members.map(\.id)) == [alice.id, other.id, elsewhere.id, put[1].id])
        #expect(!shelf.members.contains { $0.id == bob.id })
        #expect(try shelf.put([], replacing: true).isEmpty)
        #expect(Set(shelf.members.map(\.id)) == [other.id, elsewhere.id])
    }

    /// An address that is taken goes before the room that there is not.
    @Test func whatIsWrongWithAnEntryIsToldBeforeTheLimit() throws {
        try shelf.create("Bob", "bob@example.com", by: 2)
        for number in 0..<20 {
            try shelf.put((0..<500).map { (nil, "M", "\(number)-\($0)@example.com") })
        }
        let member = shelf.members[1]
        let new: Entries = [(nil, "New", "new@example.com")]
        let taken = try reason { () throws(DomainError) in
            try shelf.put([(member.id, "M", "bob@example.com")] + new)
        }
        #expect(taken == .memberExists)
        try shelf.set(.inactive, of: member)
        let inactive = try reason { () throws(DomainError) in
            try shelf.put([(member.id, "M", "m@example.com")] + new)
        }
        #expect(inactive == .memberNotActive(status: "inactive"))
        let full = try reason { () throws(DomainError) in try shelf.put(new) }
        #expect(full == .memberLimitReached(limit: 10_000))
    }

    @Test func whomAListAddsAndDeletesCounts() throws {
        try shelf.put(many(10))
        #expect(shelf.turnover == 10)
        // What is there already, or is changed, does not.
        try shelf.put(many(10) + [(nil, "N", "n@example.com")])
        try shelf.put([(shelf.members[0].id, "Other", "other@example.com")])
        #expect(shelf.turnover == 11)
        try shelf.put(many(4) + [(nil, "O", "o@example.com")], replacing: true)
        #expect(shelf.members.count == 5 && shelf.turnover == 11 + 8 + 2)
    }

    @Test func theAddressOfOneWhoLeavesIsFree() throws {
        let (alice, bob) = (try shelf.create(), try shelf.create("Bob", "bob@example.com"))
        // Added to what is there the address is Bob's; in place of it, nobody's.
        let list: Entries = [(alice.id, "Alice", "bob@example.com")]
        #expect(try reason { () throws(DomainError) in try shelf.put(list) } == .memberExists)
        #expect(shelf.members == [alice, bob])
        let put = try shelf.put(list, replacing: true)
        #expect(shelf.members == put && put[0].id == alice.id)
    }

    @Test func aReplacementMakesRoomFirst() throws {
        try shelf.add("other")
        for number in 0..<20 {
            try shelf.put(
                (0..<500).map { (nil, "M", "\(number)-\($0)@example.org") },
                in: number == 0 ? "team" : "other"
            )
        }
        #expect(shelf.members.count == DomainLimits.membersPerKeeperMax)
        #expect(try shelf.put(many(500), replacing: true).count == 500)
        #expect(shelf.members.count == DomainLimits.membersPerKeeperMax)
    }

    @Test func aReplacementDeletes500AtMost() throws {
        #expect(try shelf.put(many(1), replacing: true).count == 1)
        try shelf.put((0..<500).map { (nil, "M", "\($0)@example.org") })
        let refused = try reason { () throws(DomainError) in try shelf.put([], replacing: true) }
        #expect(invalidField(refused) == "members")
        // One that stays is none that goes.
        #expect(try shelf.put(many(1), replacing: true).count == 1)
        #expect(try shelf.put([], replacing: true).isEmpty)
    }
}
