import AccountRules
import DirectoryRules
import Domain
import RuleTestSupport
import TestSupport
import Testing

/// What operators do with members and their collections.
@Suite struct DirectoryAdministrationTests {
    private let shelf = MemberShelf()

    private func bring(
        _ members: [(name: String, email: String, status: MemberStatus?)],
        joinedAt: Instant? = nil
    ) throws(DomainError) -> [Int] {
        var list: [ImportedMember] = []
        for member in members {
            let details = try MemberDetails(name: member.name, email: member.email)
            list.append(ImportedMember(details, joinedAt: joinedAt, status: member.status))
        }
        let (added, changed) = try shelf.importMembers(
            ImportedList(list),
            into: CollectionName("team"),
            by: MemberShelf.root,
            shelf.context
        )
        return [added, changed]
    }

    @Test func collectionsComeAndGoAndAreRecordedAsTheirs() throws {
        try shelf.add("team")
        try shelf.takeAway("team")
        #expect(
            shelf.actions == [
                "root: directory collection add team", "root: directory collection remove team",
            ]
        )
        let feed = SharedCollection(
            of: .members,
            number: 3,
            name: CollectionName(stored: "team"),
            createdAt: shelf.context.now
        ).feed
        #expect(feed.rawValue == 2 << 48 | 3)
    }

    @Test func importedMembersAreNobodysAndKnownOnesStayTheirKeepers() throws {
        try shelf.add("team")
        let alice = try shelf.create()
        let joinedAt = Instant(milliseconds: 1_600_000_012_345)
        let counts = try bring(
            [("Alicia", "ALICE@example.com", .banned), ("Bob", "bob@example.com", nil)],
            joinedAt: joinedAt
        )
        #expect(counts == [1, 1])
        #expect(shelf.members[0].details.name == "Alicia" && shelf.members[0].id == alice.id)
        #expect(shelf.members[0].status == .banned && shelf.members[0].keeper == alice.keeper)
        #expect(shelf.members[0].joinedAt == alice.joinedAt)
        #expect(shelf.members[1].keeper == .nobody && shelf.members[1].status == .active)
        #expect(shelf.members[1].joinedAt == joinedAt.toTheMinute)
        #expect(shelf.actions.last == "root: directory import team (2 members)")
        // Once more it changes nothing, and a status that is left out stays.
        let count = shelf.changeCount
        #expect(try bring([("Alicia", "ALICE@example.com", nil)]) == [0, 1])
        #expect(shelf.changeCount == count && shelf.members[0].status == .banned)
        for person: UInt64 in [1, 2] {
            let refused = try refusal { () throws(DomainError) in
                try shelf.deleteMember(shelf.members[1].id, for: MemberShelf.person(person))
            }
            #expect(refused == .notYourMember)
        }
    }

    @Test func anImportIsBoundedAsAListIs() throws {
        try shelf.add("team")
        let many = (0..<501).map { ("M", "\($0)@example.com", nil as MemberStatus?) }
        #expect(try bring(Array(many.prefix(500))) == [500, 0])
        let over = try refusal { () throws(DomainError) in _ = try bring(many) }
        #expect(invalidField(over) == "members")
        let twice = try refusal { () throws(DomainError) in
            _ = try bring([("A", "a@example.com", nil), ("B", "A@example.com", nil)])
        }
        #expect(invalidField(twice) == "members")
        try shelf.takeAway("team")
        let gone = try refusal { () throws(DomainError) in _ = try bring([]) }
        #expect(gone == .collectionNotFound)
    }

    @Test func nobodyJoinedInTimeToCome() throws {
        try shelf.add("team")
        let now = shelf.context.now
        #expect(try bring([("A", "a@example.com", nil)], joinedAt: now) == [1, 0])
        #expect(shelf.members[0].joinedAt == now.toTheMinute)
        let later = Instant(milliseconds: now.milliseconds + 1)
        let refused = try refusal { () throws(DomainError) in
            _ = try bring([("B", "b@example.com", nil)], joinedAt: later)
        }
        #expect(invalidField(refused) == "joined_at" && shelf.members.count == 1)
    }

    @Test func aStatusIsSetAndRecorded() throws {
        try shelf.add("team")
        let alice = try shelf.create()
        #expect(try shelf.set(.banned, of: alice).status == .banned)
        let count = shelf.changeCount
        try shelf.set(.banned, of: alice)
        #expect(shelf.changeCount == count)
        let action = "root: directory status \(alice.id.opaque.uuid) banned"
        #expect(shelf.actions.suffix(2) == [action, action])
        shelf.delete(alice.id)
        let refused = try refusal { () throws(DomainError) in try shelf.set(.active, of: alice) }
        #expect(refused == .memberNotFound(id: alice.id.opaque.uuid))
    }

    @Test func whatWasSaidOfAnAddressIsLifted() throws {
        func lift(_ email: String) throws(DomainError) -> MemberStatus {
            let email = try EmailAddress(email)
            let name = try CollectionName("team")
            return try shelf.liftStatus(of: email, in: name, by: MemberShelf.root, shelf.context)
        }
        let none = try refusal { () throws(DomainError) in _ = try lift("a@example.com") }
        #expect(none == .collectionNotFound)
        try shelf.add("team")
        let alice = try shelf.set(.banned, of: try shelf.create())
        #expect(try lift("ALICE@example.com") == .banned)
        #expect(shelf.members.map(\.status) == [.active] && shelf.members[0].id == alice.id)
        // Also of an address that nobody has, and only once.
        shelf.kept["bob@example.com"] = .inactive
        #expect(try lift("bob@example.com") == .inactive)
        let count = shelf.changeCount
        #expect(try lift("bob@example.com") == .active && shelf.changeCount == count)
        #expect(
            shelf.actions.suffix(3) == [
                "root: directory lift team (it was banned)",
                "root: directory lift team (it was inactive)",
                "root: directory lift team (it was active)",
            ]
        )
    }

    @Test func anOperatorRemovesAnyMemberAndMaySayWhy() throws {
        try shelf.add("team")
        let alice = try shelf.create()
        func remove(_ reason: String) throws(DomainError) {
            try shelf.removeMember(alice.id, reason: reason, by: MemberShelf.root, shelf.context)
        }
        let longest = String(repeating: "가", count: 1_000)
        let over = try refusal { () throws(DomainError) in try remove(longest + "가") }
        #expect(invalidField(over) == "reason")
        try remove("광고")
        let action = "root: directory remove \(alice.id.opaque.uuid) --reason '광고'"
        #expect(shelf.actions.last == action && shelf.members.isEmpty)
        let gone = try refusal { () throws(DomainError) in try remove(longest) }
        #expect(gone == .memberNotFound(id: alice.id.opaque.uuid))
    }

    /// The limits that the document lists are those that the rules have.
    @Test func theDocumentListsTheLimits() throws {
        let rows = try ProtocolFolder.table(under: "limits", in: "notelet/directory/v1/README.md")
            .filter { $0[2] != "RATE_LIMITED" }
        let bytes = "\(DomainLimits.bytesPerCharacterMax) bytes for each"
        #expect(
            rows.map { $0[1].replacing(",", with: "") } == [
                "\(DomainLimits.shortNameCharacters.words) lower-case letters of English "
                    + "digits and hyphens",
                "\(DomainLimits.memberNameCharacters.words) characters \(bytes)",
                "\(DomainLimits.postCharacters.words) characters \(bytes)",
                "\(DomainLimits.memberListMax)",
                "\(DomainLimits.membersLeavingMax)",
                "\(DomainLimits.pageItemsMax); \(DomainLimits.memberPageDefault) unless the "
                    + "request says",
                "\(DomainLimits.membersPassedOverMax)",
                "\(DomainLimits.nameOrderByteCountMax)",
                "\(DomainLimits.membersPerKeeperMax)",
                "\(DomainLimits.postsPerMemberMax)",
                "\(DomainLimits.collectionsOfKindMax)",
                "\(DomainLimits.removalReasonCharactersMax) characters",
            ]
        )
    }
}
