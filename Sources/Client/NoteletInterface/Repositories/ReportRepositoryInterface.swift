/// Tells the operator about notes.
public protocol ReportRepositoryInterface: Sendable {
    /// Sends a report, whose id names the intention.
    ///
    /// - Throws: `AppError`.
    func sendReport(_ report: Report) async throws
}
