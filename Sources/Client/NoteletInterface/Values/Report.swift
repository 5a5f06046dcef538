public import Foundation

/// What an account tells the operator about a note that it has received.
public struct Report: Hashable, Identifiable, Sendable {
    /// What names the intention: a report that is sent twice with one id is sent once.
    public let id: UUID
    /// The received note.
    public let messageId: UUID
    /// What is wrong with it.
    public let reason: ReportReason
    /// What the operator should know, at most 1,000 characters; nil where there is nothing.
    public let detail: String?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - id: What names the intention.
    ///   - messageId: The received note.
    ///   - reason: What is wrong with it.
    ///   - detail: What the operator should know.
    public init(id: UUID, messageId: UUID, reason: ReportReason, detail: String? = nil) {
        self.id = id
        self.messageId = messageId
        self.reason = reason
        self.detail = detail
    }
}

/// What is wrong with a reported note.
public enum ReportReason: String, CaseIterable, Hashable, Sendable {
    /// Insults or harassment.
    case harassment
    /// Sexual content.
    case sexualContent
    /// A threat.
    case threat
    /// Advertising, or the same thing again and again.
    case spam
    /// The writer may harm themselves.
    case selfHarm
    /// Something else; the detail says what.
    case other
}
