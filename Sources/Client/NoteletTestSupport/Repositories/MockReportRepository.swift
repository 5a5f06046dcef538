public import NoteletInterface

/// Reports, of which a test says what comes of them.
public final class MockReportRepository: ReportRepositoryInterface {
    /// Calls of `sendReport(_:)`.
    public let sendReportCalls = FakeCall<Report, Void>("sendReport(_:)")

    /// Creates one that has handlers alone.
    public init() {}

    /// Records the call, and does what the handler does.
    public func sendReport(_ report: Report) async throws { try await sendReportCalls(report) }
}
