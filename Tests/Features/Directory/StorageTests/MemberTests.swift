import AccountRules
import Cryptography
import DirectoryRules
import Domain
import StoreTools
import TestSupport
import Testing

@testable import AccountStorage
@testable import DirectoryStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// How members are kept.
@Suite struct MemberTests {
    private let members: MemberStore
    private var store: TestStore { members.store }

    init() throws {
        members = try MemberStore()
    }

    @Test func whatWasPutThereIsThereAfterARestart() throws {
        let added = try members.add(["bob", "Alice"]) + members.add(["Zoe"], by: members.ben)
        for isReopened in [false, true] {
            if isReopened { try store.reopen() }
            #expect(try members.list() == [added[1], added[0], added[2]])
            #expect(try members.changes() == added.map { .putMember($0) })
            for member in added { #expect(try members.member(member) == member) }
            let (anna, team) = (members.anna, members.team)
            try store.read { view throws(DomainError) in
                #expect(try view.memberCount(of: anna, countMax: 5) == 2)
                #expect(try view.memberCount(of: anna, countMax: 1) == 1)
                let email = EmailAddress(stored: "ALICE@Example.com")
                #expect(try view.member(with: email, in: team) == added[1])
                var kept: [Member] = []
                let next = try view.visitMembers(of: anna, before: nil, limit: 9) { member in
                    kept.append(member)
                    return .next
                }
                #expect(next == nil && kept == [added[1], added[0]])
            }
        }
        #expect(try members.findings().isEmpty)
    }

    @Test func whomSomebodyKeepsInACollectionIsKnownByTheId() throws {
        let added = try members.add(["Alice", "Bob"])
        try members.add(["Carl"], by: members.ben)
        let other = try MemberStore.collection("other", in: store)
        let elsewhere = try members.add(["Dora"], to: other)
        let (anna, ben, team) = (members.anna, members.ben, members.team)
        let ids = try store.read { view throws(DomainError) in
            [
                try view.memberIDs(of: anna, in: team), try view.memberIDs(of: anna, in: other),
                try view.memberIDs(of: ben, in: other),
            ]
        }
        #expect(ids == [added.map(\.id), elsewhere.map(\.id), []])
    }

    @Test func aChangeIsToldInPlaceOfWhatWasToldBefore() throws {
        let added = try members.add(["Alice", "Bob"])
        let renamed = try members.change(added[0], name: "Zoe")
        let banned = try members.change(renamed, status: .banned)
        #expect(banned.id == added[0].id && banned.joinedAt == added[0].joinedAt)
        #expect(try members.changes() == [.putMember(added[1]), .putMember(banned)])
        #expect(try members.names() == ["Bob", "Zoe"])
        try members.delete([banned])
        #expect(try members.changes() == [.putMember(added[1]), .deletedMember(banned.id)])
        #expect(try members.counts()["shared_changes"] == 2)
        #expect(try members.findings().isEmpty)
    }

    @Test func membersMayChangeAddressesInOneStep() throws {
        let added = try members.add(["Alice", "Bob", "Carl"])
        var next = added
        for index in 0..<3 {
            let email = added[(index + 1) % 3].details.email.text
            next[index].details = MemberStore.details(added[index].details.name, email)
        }
        let swapped = next
        let changed = try store.write { transaction throws(DomainError) in
            try transaction.change(swapped)
        }
        #expect(changed == swapped)
        let team = members.team
        for member in changed {
            let found = try store.read { view throws(DomainError) in
                try view.member(with: member.details.email, in: team)
            }
            #expect(found == member)
        }
        #expect(try members.findings().isEmpty)
    }

    @Test func aBanStaysWithTheAddress() throws {
        let bob = try members.add(["Bob"])[0]
        let banned = try members.change(bob, status: .banned)
        try members.delete([banned])
        #expect(try members.counts()["standings"] == 1)
        // Whoever adds it, and in whatever case.
        let again = try members.add(["BOB"], by: members.ben)[0]
        #expect(again.status == .banned && again.id != bob.id)
        #expect(try members.counts()["standings"] == nil)
        // One that gets the address later is banned, and leaves no ban where it was.
        try members.delete([again])
        let alice = try members.add(["Alice"])[0]
        let moved = try members.change(alice, email: "bob@example.com")
        #expect(moved.status == .banned)
        #expect(try members.counts()["standings"] == nil)
        #expect(try members.add(["Alice"])[0].status == .active)
        // Only an operator lifts it.
        let free = try members.change(moved, status: .active)
        try members.delete([free])
        let bobs = try members.change(try members.add(["Bob"])[0], status: .banned)
        try members.delete([bobs])
        let team = members.team
        for expected in [MemberStatus.banned, nil] {
            let taken = try store.write { transaction throws(DomainError) in
                let email = EmailAddress(stored: "BOB@example.com")
                return try transaction.takeStatus(of: email, in: team)
            }
            #expect(taken == expected)
        }
        #expect(try members.add(["Bob"])[0].status == .active)
        #expect(try members.findings().isEmpty)
    }

    @Test(arguments: [nil, MemberStatus.active, .inactive])
    func anOperatorsWordGoesBeforeWhatIsKept(_ status: MemberStatus?) throws {
        let bob = try members.change(try members.add(["Bob"])[0], status: .banned)
        try members.delete([bob])
        let team = members.team
        let imported = try store.write { transaction throws(DomainError) in
            try transaction.addMember(
                to: team,
                MemberStore.details("Bob"),
                status: status,
                keeper: .nobody,
                joinedAt: .epoch
            )
        }
        #expect(imported.status == status ?? .banned)
        #expect(try members.counts()["standings"] == nil)
        #expect(try members.counts()["kept_members"] == nil)
    }

    /// Texts that are equal in two forms of Unicode are one address.
    @Test func aBanStaysWithAnAddressInEachFormOfUnicode() throws {
        let (composed, decomposed) = ("\u{E9}@example.com", "e\u{301}@example.com")
        let bob = try members.change(try members.add(["Bob"])[0], email: composed)
        try members.delete([try members.change(bob, status: .banned)])
        let alice = try members.change(try members.add(["Alice"])[0], email: decomposed)
        #expect(alice.status == .banned)
        #expect(try members.change(alice, email: composed).status == .banned)
        #expect(try members.counts()["standings"] == nil)
        #expect(try members.findings().isEmpty)
    }

    @Test func whatSomebodyKeptWhoWasRemovedIsShownToNobody() throws {
        let gone = try members.add(["Alice", "Bob"])
        let post = try members.post(["hello"], as: gone[0])[0]
        let kept = try members.add(["Carl"], by: members.ben)
        let (anna, team) = (members.anna, members.team)
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        for member in gone { #expect(try members.member(member) == nil) }
        #expect(try members.list() == kept)
        #expect(try members.list(size: 1) == kept)
        #expect(try members.changes() == kept.map { .putMember($0) })
        #expect(try members.posts(.author(gone[0].id)).isEmpty)
        try store.read { view throws(DomainError) in
            #expect(try view.post(post.id) == nil)
            #expect(try view.member(with: gone[0].details.email, in: team) == nil)
        }
        // Its address is free at once, and nothing of the new member goes with the erasure.
        let new = try members.add(["alice"], by: members.ben)[0]
        try erase(recordCountMax: 9)
        #expect(try members.member(new) == new)
        #expect(try members.findings().isEmpty)
    }

    private func erase(recordCountMax: Int) throws {
        var isDone = false
        while !isDone {
            isDone = try !store.write { transaction throws(DomainError) in
                try transaction.eraseNext(recordCountMax: recordCountMax)
            }
        }
    }

    @Test(arguments: [1, 7, 100])
    func erasureDeletesWhatSomebodyKeptAndTellsTheFeed(recordCountMax: Int) throws {
        let gone = try members.add(["Alice", "Bob"])
        try members.post(["1", "2", "3"], as: gone[0])
        let kept = try members.add(["Carl"], by: members.ben)
        let post = try members.post(["4"], as: kept[0])[0]
        try members.change(gone[1], status: .banned)
        let anna = members.anna
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        try erase(recordCountMax: recordCountMax)
        try members.clear(recordCountMax: recordCountMax)
        let carl = try #require(try members.member(kept[0]))
        let told = try members.changes()
        #expect(told.prefix(2) == [.putMember(carl), .putPost(post)])
        #expect(
            Set(told.dropFirst(2).map { "\($0)" })
                == Set(gone.map { "\(DirectoryChange.deletedMember($0.id))" })
        )
        #expect(
            try members.counts() == [
                "members": 1, "member_order": 1, "member_emails": 1, "kept_members": 1,
                "standings": 1, "posts": 1, "posts_of_members": 1, "kept_posts": 1,
                "shared_changes": 4,
            ]
        )
        #expect(try members.findings().isEmpty)
    }

    @Test func aRemovedCollectionGoesInStepsAndOthersStay() throws {
        let bob = try members.add(["Alice", "Bob"])[1]
        try members.post(["1", "2", "3", "4"], as: bob)
        let carl = try members.change(try members.add(["Carl"])[0], status: .banned)
        try members.delete([carl])
        let other = try MemberStore.collection("other", in: store)
        let kept = try members.add(["Kept"], to: other)
        let old = members.team
        try store.write { transaction throws(DomainError) in try transaction.remove(old) }
        #expect(try members.member(bob) == nil && members.hasRemains())
        #expect(try members.clear(recordCountMax: 4) > 3)
        #expect(try members.list(other) == kept && !members.hasRemains())
        #expect(
            try members.counts() == [
                "members": 1, "member_order": 1, "member_emails": 1, "kept_members": 1,
                "shared_changes": 1,
            ]
        )
        // A ban is over with the collection that it was in.
        let again = try MemberStore.collection("team", in: store)
        #expect(try members.add(["Carl"], to: again)[0].status == .active)
        #expect(try members.findings().isEmpty)
    }

    @Test func aMemberWithoutItsCollectionIsFound() throws {
        let member = try members.add(["Alice"])[0]
        let number = members.team.number
        try store.write { transaction throws(DomainError) in
            try transaction.delete(at: number, in: Schema.collections)
        }
        #expect(try members.member(member) == nil)
        let findings = try members.findings()
        #expect(findings.map(\.table) == ["members"])
        #expect(findings.first?.problem == "its collection is not there")
    }

    @Test func whatNoFeedTellsOfIsFound() throws {
        let added = try members.add(["Alice", "Bob"])
        try members.post(["1"], as: added[1])
        try members.change(added[0], name: "Zoe")
        #expect(try members.findings().isEmpty)
        try store.write { transaction throws(DomainError) in
            try transaction.deleteAll(.all, in: Schema.sharedChanges.id, recordCountMax: 9)
        }
        let findings = try members.findings()
        #expect(Set(findings.map(\.problem)) == ["its feed does not tell of it"])
        #expect(findings.map(\.table).sorted() == ["members", "members", "posts"])
    }

    @Test func aStandingBesideABearerIsFound() throws {
        let bob = try members.change(try members.add(["Bob"])[0], status: .banned)
        try members.delete([bob])
        #expect(try members.findings().isEmpty)
        let standing = try store.read { view throws(DomainError) in
            try view.firstRows(of: Schema.standings)[0]
        }
        try members.add(["Bob"])
        try store.write { transaction throws(DomainError) in
            try transaction.put(standing, in: Schema.standings)
            let bytes: [UInt8] = [1]
            let active = AddressPlace(standing.key.feed, Digest(of: bytes.span.bytes))
            try transaction.put(StandingRecord(key: active, status: 1), in: Schema.standings)
        }
        #expect(
            try Set(members.findings().map(\.problem)) == [
                "a member has its address", "its status is none to keep",
            ]
        )
    }

    @Test func whatIsBeyondItsLimitsIsFound() throws {
        let added = try members.add(["A", "B", "C"])
        let places = try store.read { view throws(DomainError) in
            added.map { view.place(of: $0.id) }
        }
        try store.write { transaction throws(DomainError) in
            for (index, place) in places.enumerated() {
                guard let old = try transaction.row(at: place, in: Schema.members) else { return }
                var member = old
                switch index {
                case 0: member.name = ""
                case 1: member.email = "nobody"
                default: member.status = 4
                }
                try transaction.put(member, insteadOf: old, in: Schema.members)
            }
        }
        let findings = try members.findings()
        #expect(findings.map(\.problem).allSatisfy { $0 == "a field is beyond its limits" })
        #expect(findings.count == 3)
        // What nobody knows counts as inactive.
        #expect(try members.member(added[2])?.status == .inactive)
    }
}
