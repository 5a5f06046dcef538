package import Domain

/// A report as an operator sees it: a copy of the note, and not who sent it.
package struct Report: Equatable, Sendable {
    /// The report's number, counted up from 1.
    package let number: UInt64
    /// What is wrong with the note, as its receiver said.
    package let reason: ReportReason
    /// What the receiver said beside the reason; empty when nothing.
    package let detail: String
    /// When it was reported.
    package let reportedAt: Instant
    /// Who received and reported the note; the account may be gone by now.
    package let receiver: UserID
    /// The receiver's id of the note.
    package let note: MessageID
    /// What the note said.
    package let content: String
    /// How it was dealt with; nil while it waits.
    package let resolution: ReportResolution?

    /// Creates a report as it is stored.
    package init(
        number: UInt64,
        reason: ReportReason,
        detail: String,
        reportedAt: Instant,
        receiver: UserID,
        note: MessageID,
        content: String,
        resolution: ReportResolution?
    ) {
        self.number = number
        self.reason = reason
        self.detail = detail
        self.reportedAt = reportedAt
        self.receiver = receiver
        self.note = note
        self.content = content
        self.resolution = resolution
    }
}

/// How a report was dealt with.
package struct ReportResolution: Hashable, Sendable {
    /// Who dealt with it.
    package let operatorName: String
    /// What was done, in the operator's words, at most 1,000 characters; may be empty.
    package let text: String
    /// When it was done.
    package let resolvedAt: Instant

    /// Gathers a resolution.
    package init(operatorName: String, text: String, resolvedAt: Instant) {
        self.operatorName = operatorName
        self.text = text
        self.resolvedAt = resolvedAt
    }
}
