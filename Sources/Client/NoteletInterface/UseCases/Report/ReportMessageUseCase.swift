public import Foundation

/// Tells the operator about a note.
public struct ReportMessageUseCase: Sendable {
    private let reportRepository: any ReportRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter reportRepository: Sends reports.
    public init(reportRepository: any ReportRepositoryInterface) {
        self.reportRepository = reportRepository
    }

    /// Reports it.
    ///
    /// - Parameters:
    ///   - messageId: The received note.
    ///   - reason: What is wrong with it.
    ///   - detail: What the operator should know.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Throws: `AppError`.
    public func execute(
        messageId: UUID,
        reason: ReportReason,
        detail: String? = nil,
        intention: UUID = UUID()
    ) async throws {
        let report = Report(id: intention, messageId: messageId, reason: reason, detail: detail)
        try await reportRepository.sendReport(report)
    }
}
