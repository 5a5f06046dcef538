package import Domain
internal import NoteRules
package import Records

/// A report as it waits for the operator, under its number.
package struct ReportRecord: StoredRecord {
    var reason: UInt32 = 0
    /// What the receiver wrote about it; empty for nothing.
    package var detail = ""
    var reportedAt: Int64 = 0
    /// What the note said, also once it is erased.
    package var content = ""
    /// The number of who reported the note.
    package var receiver: UInt64 = 0
    /// Where the note stands in its receiver's inbox.
    package var sequence: UInt64 = 0
    /// The sealed way to the sender's record; nil when the sender was gone already.
    package var sealedSenderRoute: [UInt8]?
    /// How an operator dealt with it; nil while it waits.
    var resolution: Resolution?

    /// How a report was dealt with.
    struct Resolution: Codable {
        var operatorName = ""
        var text = ""
        /// Milliseconds since 1970.
        var resolvedAt: Int64 = 0

        enum CodingKeys: Int, CodingKey {
            case operatorName = 1
            case text = 2
            case resolvedAt = 3
        }
    }

    enum CodingKeys: Int, CodingKey {
        case reason = 1
        case detail = 2
        case reportedAt = 3
        case content = 4
        case receiver = 5
        case sequence = 6
        case sealedSenderRoute = 7
        case resolution = 8
    }

    /// What damage to one is reported as.
    package static let kind = RecordKind.report

    /// Whether it says why, and the way to the sender is one.
    package var isSound: Bool {
        ReportReason(stored: reason) != nil
            && (sealedSenderRoute.map { OpaqueID($0) != nil } ?? true)
    }

    /// A stored report by a user without what that user said, or nil if it says nothing of it.
    ///
    /// - Throws: `dataLoss` when it is damaged.
    package static func withoutDetail(
        of user: UserNumber,
        _ value: RawSpan
    ) throws(DomainError) -> ReportRecord? {
        var record = try ReportRecord(value)
        guard record.receiver == user.rawValue, !record.detail.isEmpty else { return nil }
        record.detail = ""
        return record
    }

    /// The sealed way to the sender's record; nil when the sender was gone already.
    ///
    /// - Throws: `dataLoss` when it is damaged.
    func senderRoute() throws(DomainError) -> OpaqueID? {
        try sealedSenderRoute.map { bytes throws(DomainError) in
            guard let route = OpaqueID(bytes) else { throw Self.kind.damaged }
            return route
        }
    }
}
