import AccountRules
import Domain
import NoteRules
import StorageEngine
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct ContactTests {
    let store: TestStore
    let owner: UserNumber
    let friend: UserNumber

    init() throws {
        store = try TestStore()
        owner = try store.account("owner")
        friend = try store.account("friend")
    }

    private func add(_ name: String) throws(DomainError) -> Contact {
        let (owner, friend) = (owner, friend)
        return try store.write { transaction throws(DomainError) in
            try transaction.addContact(name, of: owner, to: friend)
        }
    }

    @Test func contactsComeBackInOrderOfRegistration() throws {
        let all = try ["다", "가", "나"].map(add)
        try store.reopen()
        try store.read { view throws(DomainError) in
            #expect(try view.contact(all[1].id) == all[1])
            #expect(try view.contactCount(of: owner) == 3)
            #expect(try view.contactCount(of: friend) == 0)
            let whole = try view.contacts(of: owner, after: nil, limit: 3)
            #expect(whole.contacts == all && whole.next == nil)
            let first = try view.contacts(of: owner, after: nil, limit: 2)
            #expect(first.contacts == Array(all[..<2]))
            let second = try view.contacts(of: owner, after: first.next, limit: 2)
            #expect(second.contacts == [all[2]] && second.next == nil)
        }
    }

    @Test func whoeverAddsOneIsCountedNoFurtherThanTheLimit() throws {
        for number in 0..<20 { _ = try add("\(number)") }
        let counts = try store.store.engine.read { records throws(DomainError) in
            let counted = CountedView(records)
            let view = StoreView(counted, store.store.secrets)
            guard var user = try view.user(owner) else { throw .refused(.notAuthenticated) }
            let start = counted.visitCount
            let mayAddFree = try view.canAddContact(user, at: .epoch)
            let freeCount = counted.visitCount - start
            user.plan = .premium(expiresAt: .epoch.adding(seconds: 1))
            let mayAddPremium = try view.canAddContact(user, at: .epoch)
            #expect(!mayAddFree && mayAddPremium)
            return (free: freeCount, premium: counted.visitCount - start - freeCount)
        }
        #expect(counts.free == ContactLimit.maxFreeContacts && counts.premium == 0)
        let all = try store.read { view throws(DomainError) in try view.contactCount(of: owner) }
        #expect(all == 20)
    }

    @Test func namesAreOneByCanonicalEquivalenceAndCase() throws {
        let contact = try add("홍길동")
        let decomposed = ContactName(
            stored: String(
                String.UnicodeScalarView("홍길동".decomposed)
            )
        )
        try store.read { view throws(DomainError) in
            #expect(try view.contact(named: decomposed, of: owner) == contact)
            #expect(try view.contact(named: contact.name, of: friend) == nil)
        }
        #expect(throws: DomainError.refused(.duplicateContactName)) {
            try store.write { [owner] transaction throws(DomainError) in
                try transaction.addContact(decomposed.text, of: owner)
            }
        }
        _ = try add("Kim")
        _ = try add("kim")
    }

    @Test func anUpdateMovesTheNameAndKeepsThePlace() throws {
        var contact = try add("a")
        _ = try add("b")
        contact.name = ContactName(stored: "c")
        contact.details = ContactDetails(relationship: "친구", memo: "memo")
        contact.linkedUser = nil
        let changed = contact
        try store.write { transaction throws(DomainError) in try transaction.update(changed) }
        try store.read { view throws(DomainError) in
            #expect(try view.contact(changed.id) == changed)
            #expect(try view.contact(named: ContactName(stored: "a"), of: owner) == nil)
            #expect(try view.contact(named: changed.name, of: owner) == changed)
            #expect(try view.contacts(of: owner, after: nil, limit: 1).contacts == [changed])
        }
        contact.name = ContactName(stored: "b")
        let duplicate = contact
        #expect(throws: DomainError.refused(.duplicateContactName)) {
            try store.write { transaction throws(DomainError) in
                try transaction.update(duplicate)
            }
        }
    }

    @Test func aDeletedContactFreesItsNameAndIsGone() throws {
        let contact = try add("a")
        try store.write { transaction throws(DomainError) in try transaction.delete(contact) }
        #expect(try store.read { view throws(DomainError) in try view.contact(contact.id) } == nil)
        #expect(throws: DomainError.refused(.contactNotFound)) {
            try store.write { transaction throws(DomainError) in try transaction.delete(contact) }
        }
        let second = try add("a")
        #expect(second.id != contact.id)
    }

    @Test func aLinkEndsWithTheAccountAtItsOtherEnd() throws {
        let contact = try add("a")
        let friend = friend
        try store.write { transaction throws(DomainError) in
            try transaction.remove(friend, at: .epoch)
        }
        let stored = try store.read { view throws(DomainError) in try view.contact(contact.id) }
        #expect(stored?.linkedUser == nil)
        #expect(stored?.name == contact.name)
    }
}

extension String {
    /// The scalars of the decomposed form, for Hangul syllables (Unicode, section 3.12).
    fileprivate var decomposed: [Unicode.Scalar] {
        unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            let index = Int(scalar.value) - 0xac00
            guard 0..<11_172 ~= index else { return [scalar] }
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11a7 + index % 28]
            return (index % 28 == 0 ? parts.dropLast() : parts[...])
                .compactMap { Unicode.Scalar(UInt32($0)) }
        }
    }
}
