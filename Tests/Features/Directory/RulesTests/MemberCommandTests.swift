import AccountRules
import DirectoryRules
import Domain
import RuleTestSupport
import TestSupport
import Testing

@Suite struct MemberCommandTests {
    private let shelf = MemberShelf()

    init() throws {
        try shelf.add("team")
    }

    @Test func aMemberIsKeptAsItWasGivenButForTheSeconds() throws {
        let member = try shelf.create(" Alice 👩‍👩‍👧‍👦", "Alice@Example.com")
        #expect(member.details.name == " Alice 👩‍👩‍👧‍👦")
        #expect(member.details.email.text == "Alice@Example.com")
        #expect(member.collection.text == "team" && member.keeper == UserNumber(1))
        #expect(member.joinedAt == Instant(milliseconds: 1_699_999_980_000))
        #expect(member.status == .active && member.postCount == 0)
        #expect(shelf.members == [member])
    }

    @Test(arguments: [
        ("a", true), (String(repeating: "쪽", count: 100), true),
        (String(repeating: "쪽", count: 101), false), ("", false), (" \n", false),
        ("a" + String(repeating: "\u{301}", count: 799), true),
        ("a" + String(repeating: "\u{301}", count: 800), false),
    ])
    func aNameHas1To100Characters(_ name: String, _ fits: Bool) throws {
        if fits { return #expect(try shelf.create(name).details.name == name) }
        #expect(
            invalidField(try refusal { () throws(DomainError) in try shelf.create(name) })
                == "member_name"
        )
    }

    @Test func anAddressIsCheckedAsThatOfAnAccount() throws {
        for email in ["", "alice", "alice@", "a b@example.com", "a@b"] {
            let refused = try refusal { () throws(DomainError) in try shelf.create("A", email) }
            #expect(invalidField(refused) == "email")
        }
    }

    @Test func onlyAccountsAddAndToWhatIsThere() throws {
        #expect(
            try refusal { () throws(DomainError) in try shelf.create(by: 100, in: "none") }
                == .accountRequired
        )
        #expect(
            try refusal { () throws(DomainError) in try shelf.create(by: 99) } == .notAuthenticated
        )
        #expect(
            try refusal { () throws(DomainError) in try shelf.create(in: "none") }
                == .collectionNotFound
        )
        #expect(shelf.members.isEmpty)
    }

    @Test func anAddressIsThatOfOneMemberOfACollection() throws {
        try shelf.create()
        for person: UInt64 in [1, 2] {
            let refused = try refusal { () throws(DomainError) in
                try shelf.create("Other", "ALICE@example.COM", by: person)
            }
            #expect(refused == .memberExists)
        }
        try shelf.add("other")
        try shelf.create(in: "other")
        #expect(shelf.members.count == 2)
    }

    @Test func onlyTheKeeperChangesAndDeletes() throws {
        let member = try shelf.create()
        let details = try MemberDetails(name: "Alicia", email: "alicia@example.com")
        for other: UInt64 in [2, 100] {
            let person = MemberShelf.person(other)
            let refusals = [
                try refusal { () throws(DomainError) in
                    _ = try shelf.update(member.id, to: details, for: person)
                },
                try refusal { () throws(DomainError) in
                    try shelf.deleteMember(member.id, for: person)
                },
            ]
            #expect(refusals == [.notYourMember, .notYourMember])
        }
        #expect(shelf.members == [member])
        let changed = try shelf.update(member.id, to: details, for: MemberShelf.person(1))
        #expect(changed.details == details && changed.joinedAt == member.joinedAt)
        #expect(shelf.members == [changed])
        try shelf.deleteMember(member.id, for: MemberShelf.person(1))
        #expect(shelf.members.isEmpty)
        let id = member.id.opaque.uuid
        let gone = try refusal { () throws(DomainError) in
            try shelf.deleteMember(member.id, for: MemberShelf.person(1))
        }
        #expect(gone == .memberNotFound(id: id))
    }

    @Test func aMemberMayKeepItsAddressAndTakesNoOther() throws {
        let member = try shelf.create()
        try shelf.create("Bob", "bob@example.com", by: 2)
        let person = MemberShelf.person(1)
        let same = try MemberDetails(name: "Alice", email: "ALICE@example.com")
        #expect(try shelf.update(member.id, to: same, for: person).details == same)
        let taken = try MemberDetails(name: "Alice", email: "Bob@example.com")
        let refused = try refusal { () throws(DomainError) in
            _ = try shelf.update(member.id, to: taken, for: person)
        }
        #expect(refused == .memberExists)
        // What changes nothing is told to nobody.
        let count = shelf.changeCount
        _ = try shelf.update(member.id, to: same, for: person)
        #expect(shelf.changeCount == count)
    }

    @Test func somebodyKeeps10000MembersAtMostInAllCollections() throws {
        try shelf.add("other")
        for number in 0..<20 {
            try shelf.put(
                (0..<499).map { (nil, "M", "\(number)-\($0)@example.com") },
                in: number.isMultiple(of: 2) ? "team" : "other"
            )
        }
        try shelf.put((0..<19).map { (nil, "M", "x\($0)@example.com") })
        #expect(shelf.members.count == 9_999)
        let two =
            [(nil, "M", "y@example.com"), (nil, "M", "z@example.com")]
            as [(MemberID?, String, String)]
        #expect(
            try refusal { () throws(DomainError) in try shelf.put(two) }
                == .memberLimitReached(limit: 10_000)
        )
        try shelf.create()
        #expect(
            try refusal { () throws(DomainError) in try shelf.create("Bob", "bob@example.com") }
                == .memberLimitReached(limit: 10_000)
        )
        try shelf.create("Bob", "bob@example.com", by: 2)
    }

    @Test(
        arguments: [
            (1, MemberStatus.active), (2, .inactive), (3, .banned), (0, .inactive), (4, .inactive),
            (.max, .inactive), (257, .inactive),
        ] as [(UInt32, MemberStatus)]
    )
    func aStatusThatIsNotKnownIsInactive(_ number: UInt32, _ status: MemberStatus) {
        #expect(MemberStatus(known: number) == status)
    }

    /// Else one banned member could pass its ban on to any address.
    @Test(
        arguments: MemberStatus.allCases,
        ["Alice@example.com", "alicia@example.com", "alic\u{E9}@example.com"]
    )
    func onlyAnActiveMemberGetsAnotherAddress(_ status: MemberStatus, _ email: String) throws {
        let alice = try shelf.create("Alice", "alice\u{301}@example.com")
        let member = try shelf.set(status, of: alice)
        // What is equal in another form of Unicode is another address.
        let isOther = email != "Alice@example.com"
        let given = isOther ? email : "Alice\u{301}@example.com"
        let details = try MemberDetails(name: "Alicia", email: given)
        func change(_ isList: Bool) throws(DomainError) {
            guard isList else {
                _ = try shelf.update(member.id, to: details, for: MemberShelf.person(1))
                return
            }
            try shelf.put([(member.id, "Alicia", given)])
        }
        for isList in [false, true] {
            guard isOther, status != .active else {
                try change(isList)
                #expect(shelf.members[0].details == details)
                continue
            }
            let refused = try refusal { () throws(DomainError) in try change(isList) }
            #expect(refused == .memberNotActive(status: "\(status)"))
            #expect(shelf.members == [member])
        }
    }
}
