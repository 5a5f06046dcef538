/// A note that its receiver reported, and not who sent it.
package struct Report: Codable, Hashable, Sendable {
    /// Counted up from 1.
    package var number: UInt64
    /// What is wrong with the note.
    package var reason: ReportReason
    /// What the receiver said beside the reason.
    package var detail: String
    /// When it was reported.
    package var reportedAt: Timestamp?
    /// The account that received and reported the note; it may be gone by now.
    package var receiverID: [UInt8]
    /// The receiver's id of the note.
    package var messageID: [UInt8]
    /// What the note said.
    package var content: String
    /// How it was dealt with; nil while it waits.
    package var resolution: ReportResolution?

    private enum CodingKeys: Int, CodingKey {
        case number = 1
        case reason = 2
        case detail = 3
        case reportedAt = 4
        case receiverID = 5
        case messageID = 6
        case content = 7
        case resolution = 8
    }

    /// Creates the message; what is left out is empty.
    package init(
        number: UInt64 = 0,
        reason: ReportReason = .unspecified,
        detail: String = "",
        reportedAt: Timestamp? = nil,
        receiverID: [UInt8] = [],
        messageID: [UInt8] = [],
        content: String = "",
        resolution: ReportResolution? = nil
    ) {
        self.number = number
        self.reason = reason
        self.detail = detail
        self.reportedAt = reportedAt
        self.receiverID = receiverID
        self.messageID = messageID
        self.content = content
        self.resolution = resolution
    }
}

/// How a report was dealt with.
package struct ReportResolution: Codable, Hashable, Sendable {
    /// Who dealt with it.
    package var operatorName: String
    /// What was done, at most 1,000 characters; may be empty.
    package var text: String
    /// When it was done.
    package var resolvedAt: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case operatorName = 1
        case text = 2
        case resolvedAt = 3
    }

    /// Creates the message; what is left out is empty.
    package init(operatorName: String = "", text: String = "", resolvedAt: Timestamp? = nil) {
        self.operatorName = operatorName
        self.text = text
        self.resolvedAt = resolvedAt
    }
}
