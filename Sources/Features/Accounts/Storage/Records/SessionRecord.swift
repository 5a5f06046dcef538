package import AccountRules
package import Domain
package import ProtobufCoding
package import Records

/// A session as it is stored, under its user and number.
package struct SessionRecord: StoredRecord {
    /// What its tokens let their holder do, as a `SessionKind`.
    package var kind: UInt32 = 0
    var openedAt: Int64 = 0
    var refreshedAt: Int64 = 0
    /// The digest of the token that calls are made with.
    package var accessDigest: [UInt8] = []
    var accessExpiresAt: Int64 = 0
    /// The digest of the token that is exchanged for another pair.
    package var refreshDigest: [UInt8] = []
    var refreshExpiresAt: Int64 = 0
    /// How the present pair came about, while its lost reply may be asked for again.
    package var rotation: Rotation?

    /// The last exchange of the refresh token.
    package struct Rotation: Codable {
        /// The digest of the refresh token that was exchanged.
        package var spentDigest: [UInt8] = []
        var rotatedAt: Int64 = 0
        var sealedSuccessor: [UInt8] = []

        /// One of which nothing is known.
        package init() {}

        /// Gathers what is stored of a rotation.
        init(spentDigest: [UInt8], rotatedAt: Int64, sealedSuccessor: [UInt8]) {
            self.spentDigest = spentDigest
            self.rotatedAt = rotatedAt
            self.sealedSuccessor = sealedSuccessor
        }

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

    /// How the operator is told of a damaged one.
    package static let kind = RecordKind.session

    /// Whether it says whose session it is.
    package var isSound: Bool { SessionKind(stored: kind) != nil }

    /// Gathers what is stored of a session.
    package init(_ session: Session) {
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

/// Written and read by hand: each write reads its session.
extension SessionRecord: ProtobufMessage {
    /// One of which nothing is known.
    package init() {}

    /// Writes the fields in the order of their numbers.
    package func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(kind, field: 1)
        writer.write(openedAt, field: 2)
        writer.write(refreshedAt, field: 3)
        writer.write(accessDigest, field: 4)
        writer.write(accessExpiresAt, field: 5)
        writer.write(refreshDigest, field: 6)
        writer.write(refreshExpiresAt, field: 7)
        try writer.write(rotation, field: 8)
    }

    /// Reads fields by their numbers, and passes over those that it does not know.
    package mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &kind)
            case 2: try reader.read(into: &openedAt)
            case 3: try reader.read(into: &refreshedAt)
            case 4: try reader.read(into: &accessDigest)
            case 5: try reader.read(into: &accessExpiresAt)
            case 6: try reader.read(into: &refreshDigest)
            case 7: try reader.read(into: &refreshExpiresAt)
            case 8: try reader.read(into: &rotation)
            default: break
            }
        }
    }
}

/// Written and read by hand, as what it is a part of.
extension SessionRecord.Rotation: ProtobufMessage {
    /// Writes the fields in the order of their numbers.
    package func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(spentDigest, field: 1)
        writer.write(rotatedAt, field: 2)
        writer.write(sealedSuccessor, field: 3)
    }

    /// Reads fields by their numbers, and passes over those that it does not know.
    package mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &spentDigest)
            case 2: try reader.read(into: &rotatedAt)
            case 3: try reader.read(into: &sealedSuccessor)
            default: break
            }
        }
    }
}

extension Session {
    /// The session of a stored record.
    package init(_ record: SessionRecord, key: SessionKey) throws(DomainError) {
        guard let kind = SessionKind(stored: record.kind) else {
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
