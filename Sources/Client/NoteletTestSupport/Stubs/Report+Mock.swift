public import Foundation
public import NoteletInterface

extension Report {
    /// A report for tests, of a threat.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - messageId: Of which note; a new one unless given.
    ///   - reason: What is wrong with it.
    /// - Returns: The report.
    public static func mock(
        id: UUID = UUID(),
        messageId: UUID = UUID(),
        reason: ReportReason = .threat
    ) -> Report {
        Report(id: id, messageId: messageId, reason: reason)
    }
}
