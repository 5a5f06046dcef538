import Domain
import ProtobufCoding
import TestSupport
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

/// Records that are written and read by hand have the form that `Codable` gives.
@Suite
struct RecordCodingTests {
    @Test func accountsOfBothWaysAgree() throws {
        try check(UserRecord())
        var record = UserRecord()
        record.username = "민지"
        record.email = "minji@example.com"
        record.passwordHash = "$argon2id$"
        record.senderPolicy = 2
        record.status = 1
        record.createdAt = 1_700_000_000_000
        record.changeSequence = .max
        try check(record)
        record.profileImageURL = ""
        record.sealedLinkToken = [UInt8](0..<62)
        record.premiumExpiresAt = 0
        record.anonymousTimes = 1
        try check(record)
    }

    @Test func sessionsOfBothWaysAgree() throws {
        try check(SessionRecord())
        var record = SessionRecord()
        record.kind = 1
        record.openedAt = -1
        record.refreshedAt = 2
        record.accessDigest = [UInt8](repeating: 3, count: 32)
        record.accessExpiresAt = .max
        record.refreshDigest = [UInt8](repeating: 4, count: 32)
        record.refreshExpiresAt = .min
        try check(record)
        record.rotation = SessionRecord.Rotation()
        try check(record)
        record.rotation = SessionRecord.Rotation(
            spentDigest: [5],
            rotatedAt: 6,
            sealedSuccessor: [7, 8]
        )
        try check(record)
    }

    private func check<Record: StoredRecord & ProtobufMessage>(_ record: Record) throws {
        let bytes = try ProtobufEncoder().encode(ByCodable(record: record))
        #expect(record.encoded() == bytes)
        #expect(try Record(bytes.span.bytes).encoded() == bytes)
        let read = try ProtobufDecoder().decode(ByCodable<Record>.self, from: bytes).record
        #expect(read.encoded() == bytes)
        var random = SeededGenerator()
        for _ in 0..<500 where !bytes.isEmpty {
            var damaged = bytes
            damaged[Int.random(in: bytes.indices, using: &random)] =
                .random(in: .min ... .max, using: &random)
            let fast = try? Record(damaged.span.bytes)
            let plain = try? ProtobufDecoder().decode(ByCodable<Record>.self, from: damaged)
            #expect(fast?.encoded() == plain?.record.encoded())
        }
    }
}

/// Codes a record by its synthesised conformance, whatever else it has.
private struct ByCodable<Record: Codable>: Codable {
    let record: Record

    init(record: Record) { self.record = record }

    init(from decoder: any Decoder) throws { record = try Record(from: decoder) }

    func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}
