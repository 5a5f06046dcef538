internal import Domain

/// A session as it is stored, under its user and number.
struct SessionRecord: StoredRecord {
    var kind: UInt32
    var openedAt: Int64
    var refreshedAt: Int64
    var accessDigest: [UInt8]
    var accessExpiresAt: Int64
    var refreshDigest: [UInt8]
    var refreshExpiresAt: Int64
    var rotation: Rotation?

    /// The last exchange of the refresh token.
    struct Rotation: Codable {
        var spentDigest: [UInt8]
        var rotatedAt: Int64
        var sealedSuccessor: [UInt8]

        enum CodingKeys: Int, CodingKey {
            case spentDigest = 1
            case rotatedAt = 2
            case sealedSuccessor = 3
        }
    }

    enum CodingKeys: Int, CodingKey {
        case kind = 1
        case openedAt = 2
        case refreshedAt = 3
        case accessDigest = 4
        case accessExpiresAt = 5
        case refreshDigest = 6
        case refreshExpiresAt = 7
        case rotation = 8
    }

    static let kind = RecordKind.session

    /// Gathers what is stored of a session.
    init(_ session: Session) {
        kind = UInt32(session.kind.rawValue)
        openedAt = session.openedAt.milliseconds
        refreshedAt = session.refreshedAt.milliseconds
        accessDigest = session.accessDigest
        accessExpiresAt = session.accessExpiresAt.milliseconds
        refreshDigest = session.refreshDigest
        refreshExpiresAt = session.refreshExpiresAt.milliseconds
        rotation = session.rotation.map { rotation in
            Rotation(
                spentDigest: rotation.spentDigest,
                rotatedAt: rotation.rotatedAt.milliseconds,
                sealedSuccessor: rotation.sealedSuccessor
            )
        }
    }
}

extension Session {
    /// The session of a stored record.
    init(_ record: SessionRecord, key: SessionKey) throws(DomainError) {
        guard let kind = IdentityKind(rawValue: UInt8(clamping: record.kind)) else {
            throw SessionRecord.kind.damaged
        }
        self.init(
            key: key,
            kind: kind,
            openedAt: Instant(milliseconds: record.openedAt),
            refreshedAt: Instant(milliseconds: record.refreshedAt),
            accessDigest: record.accessDigest,
            accessExpiresAt: Instant(milliseconds: record.accessExpiresAt),
            refreshDigest: record.refreshDigest,
            refreshExpiresAt: Instant(milliseconds: record.refreshExpiresAt),
            rotation: record.rotation.map { rotation in
                Rotation(
                    spentDigest: rotation.spentDigest,
                    rotatedAt: Instant(milliseconds: rotation.rotatedAt),
                    sealedSuccessor: rotation.sealedSuccessor
                )
            }
        )
    }
}
