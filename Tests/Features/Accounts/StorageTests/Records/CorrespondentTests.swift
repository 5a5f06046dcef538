import AccountRules
import Domain
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct CorrespondentTests {
    @Test(arguments: SenderPolicy.allCases, AccountStatus.allCases)
    func isWhatTheRecordSays(policy: SenderPolicy, status: AccountStatus) throws {
        for record in Self.records(policy, status) {
            let bytes = record.encoded()
            let read = try UserRecord(bytes.span.bytes)
            let correspondent = try Correspondent(UserNumber(7), in: bytes.span.bytes)
            #expect(correspondent.number == UserNumber(7))
            #expect(correspondent.displayName == read.username)
            #expect(UInt32(correspondent.senderPolicy.rawValue) == read.senderPolicy)
            #expect(UInt32(correspondent.status.rawValue) == read.status)
            #expect(UInt32(correspondent.anonymousTimes.rawValue) == read.anonymousTimes)
        }
    }

    @Test func laterVersionsMayAddFields() throws {
        for record in Self.records(.anyone, .active) {
            let bytes = record.encoded()
            let longer = bytes + [12 << 3, 1]
            let correspondent = try Correspondent(UserNumber(7), in: longer.span.bytes)
            #expect(try correspondent == Correspondent(UserNumber(7), in: bytes.span.bytes))
        }
    }

    @Test func aRecordWithoutItsStatusIsDamaged() throws {
        for var record in Self.records(.anyone, .active) {
            // With nothing behind it, the status is what the record ends with.
            (record.createdAt, record.changeSequence, record.anonymousTimes) = (0, 0, 0)
            let bytes = record.encoded()
            _ = try Correspondent(UserNumber(7), in: bytes.span.bytes)
            for count in 0..<bytes.count {
                let cut = Array(bytes.prefix(count))
                #expect(throws: RecordKind.account.damaged) {
                    try Correspondent(UserNumber(7), in: cut.span.bytes)
                }
            }
        }
    }

    @Test func unknownValuesAreDamage() throws {
        for number in [0, 9, 256, 300] as [UInt32] {
            var (unknownPolicy, unknownStatus) = (Self.bare, Self.bare)
            unknownPolicy.senderPolicy = number
            unknownStatus.status = number
            var unknownTimes = Self.bare
            unknownTimes.anonymousTimes = number == 0 ? 2 : number
            for record in [unknownPolicy, unknownStatus, unknownTimes] {
                let bytes = record.encoded()
                #expect(throws: RecordKind.account.damaged) {
                    try Correspondent(UserNumber(7), in: bytes.span.bytes)
                }
            }
        }
    }

    /// Records with all optional fields, with none, and with those that are long.
    private static func records(_ policy: SenderPolicy, _ status: AccountStatus) -> [UserRecord] {
        var full = bare
        full.username = String(repeating: "홍", count: 30)
        full.email = String(repeating: "e", count: 240) + "@example.com"
        full.passwordHash = String(repeating: "h", count: 200)
        full.profileImageURL = "https://example.com/" + String(repeating: "p", count: 2_000)
        full.sealedLinkToken = [UInt8](repeating: 0xff, count: 62)
        full.premiumExpiresAt = -1
        full.anonymousTimes = 1
        var zero = bare
        (zero.profileImageURL, zero.sealedLinkToken, zero.premiumExpiresAt) = ("", [], 0)
        return [bare, full, zero].map { record in
            var record = record
            record.senderPolicy = UInt32(policy.rawValue)
            record.status = UInt32(status.rawValue)
            return record
        }
    }

    private static let bare = UserRecord(
        User(
            number: UserNumber(7),
            id: UserID(OpaqueID(high: 0, low: 7)),
            username: Username(stored: "testuser"),
            email: EmailAddress(stored: "test@example.com"),
            passwordHash: PasswordHash(""),
            linkToken: nil,
            createdAt: Instant(milliseconds: 1_700_000_012_345)
        ),
        sealedLinkToken: nil,
        changeSequence: Sequence(3)
    )
}
