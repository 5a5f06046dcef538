/// The request of `Administration.GetReport`.
package struct GetReportRequest: Codable, Hashable, Sendable {
    /// The number of the report.
    package var number: UInt64

    private enum CodingKeys: Int, CodingKey {
        case number = 1
    }

    /// Creates the message; what is left out is empty.
    package init(number: UInt64 = 0) {
        self.number = number
    }
}

/// The response of `Administration.GetReport`.
package struct GetReportResponse: Codable, Hashable, Sendable {
    /// The report.
    package var report: Report?

    private enum CodingKeys: Int, CodingKey {
        case report = 1
    }

    /// Creates the message; what is left out is empty.
    package init(report: Report? = nil) {
        self.report = report
    }
}
