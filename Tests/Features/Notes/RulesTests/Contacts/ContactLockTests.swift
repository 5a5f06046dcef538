import Domain
import RuleTestSupport
import Testing
import NoteRules
import AccountRules

@Suite("A contact's deletion lock")
struct ContactLockTests {
    private let registeredAt = Instant(milliseconds: 1_700_000_000_123)

    private var contact: Contact {
        Contact(
            id: ContactID(OpaqueID(high: 1, low: 2)),
            owner: UserNumber(1),
            name: ContactName(stored: "홍길동"),
            details: ContactDetails(relationship: "친구"),
            registeredAt: registeredAt,
            linkedUser: nil
        )
    }

    @Test("lasts three days to the millisecond, and its end counts as unlocked")
    func endOfLock() {
        let end = registeredAt.adding(seconds: 259_200)
        #expect(contact.deletableAt == end)
        #expect(!contact.isDeletable(at: registeredAt))
        #expect(!contact.isDeletable(at: Instant(milliseconds: end.milliseconds - 1)))
        #expect(contact.isDeletable(at: end))
        #expect(contact.isDeletable(at: Instant(milliseconds: end.milliseconds + 1)))
    }

    @Test("is over for a contact registered four days ago")
    func fourDaysAgo() {
        #expect(contact.isDeletable(at: registeredAt.adding(seconds: 4 * 86_400)))
    }

    @Test(
        "tells the days that remain, begun ones counted whole",
        arguments: [
            (0, 3), (1, 3), (86_399_999, 3), (86_400_000, 2), (86_400_001, 2),
            (172_799_999, 2), (172_800_000, 1), (259_199_999, 1), (259_200_000, 0),
            (400_000_000, 0), (-1, 4),
        ] as [(Int64, Int)]
    )
    func remainingDays(milliseconds: Int64, days: Int) {
        let now = Instant(milliseconds: registeredAt.milliseconds + milliseconds)
        #expect(contact.remainingLockDays(at: now) == days)
    }

    @Test("neither opens early nor traps when the clock is far off", arguments: [Int64.min, .max])
    func farClock(milliseconds: Int64) {
        let now = Instant(milliseconds: milliseconds)
        #expect(contact.isDeletable(at: now) == (milliseconds == .max))
        #expect(contact.remainingLockDays(at: now) >= 0)
    }
}

@Suite("The contact limit")
struct ContactLimitTests {
    @Test(
        "of a free account is five",
        arguments: [(0, 5, true), (4, 1, true), (5, 0, false), (6, 0, false), (90, 0, false)]
    )
    func free(count: Int, remaining: Int, canAdd: Bool) {
        let limit = ContactLimit(currentCount: count, isPremium: false)
        #expect(limit.maxContacts == 5)
        #expect(limit.remainingSlots == remaining)
        #expect(limit.canAddContact == canAdd)
    }

    @Test("does not exist on premium", arguments: [0, 5, 10_000, Int.max])
    func premium(count: Int) {
        let limit = ContactLimit(currentCount: count, isPremium: true)
        #expect(limit.maxContacts == nil)
        #expect(limit.remainingSlots == nil)
        #expect(limit.canAddContact)
    }

    @Test("is lifted until the plan expires, exclusive")
    func expiry() {
        let expiresAt = Instant(seconds: 1_000)
        let plan = Plan.premium(expiresAt: expiresAt)
        #expect(plan.isPremium(at: Instant(milliseconds: expiresAt.milliseconds - 1)))
        #expect(!plan.isPremium(at: expiresAt))
        #expect(!Plan.free.isPremium(at: Instant(seconds: 0)))
    }
}

@Suite("A contact's name")
struct ContactNameTests {
    @Test("is stored as given", arguments: ["홍길동", " a ", "A", String(repeating: "가", count: 50)])
    func legal(text: String) throws {
        #expect(try ContactName(text).text == text)
    }

    @Test("must be there and short", arguments: ["", "   ", String(repeating: "가", count: 51)])
    func illegal(text: String) throws {
        let refusal = try refusal { () throws(DomainError) in try ContactName(text) }
        #expect(invalidField(refusal) == "name")
    }

    @Test("is one name in composed and decomposed form, and another in another case")
    func equivalence() throws {
        let composed = try ContactName("홍길동")
        let decomposed = try ContactName(
            "\u{1112}\u{1169}\u{11BC}\u{1100}\u{1175}\u{11AF}\u{1103}\u{1169}\u{11BC}"
        )
        #expect(composed == decomposed)
        #expect(try ContactName("Kim") != ContactName("kim"))
    }

    @Test("cannot hide a pile of combining marks")
    func marks() throws {
        let pile = "a" + String(repeating: "\u{301}", count: 2_000)
        #expect(pile.count == 1)
        let refusal = try refusal { () throws(DomainError) in try ContactName(pile) }
        #expect(invalidField(refusal) == "name")
    }
}
