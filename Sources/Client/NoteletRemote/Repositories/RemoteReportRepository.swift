internal import NoteletClient
public import NoteletInterface

/// Reports notes to the service.
public struct RemoteReportRepository: ReportRepositoryInterface {
    let caller: RemoteCaller

    /// Sends a report under the key of its id.
    public func sendReport(_ report: NoteletInterface.Report) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.report(
                report.messageId.bytes,
                reason: NoteletAPI.ReportReason(report.reason),
                detail: report.detail ?? "",
                idempotencyKey: .of(report.id)
            )
        }
    }
}
