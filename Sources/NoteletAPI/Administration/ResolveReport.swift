/// The request of `Administration.ResolveReport`.
package struct ResolveReportRequest: Codable, Hashable, Sendable {
    /// The number of the report.
    package var number: UInt64
    /// What was done, at most 1,000 characters; may be empty.
    package var text: String

    private enum CodingKeys: Int, CodingKey {
        case number = 1
        case text = 2
    }

    /// Creates the message; what is left out is empty.
    package init(number: UInt64 = 0, text: String = "") {
        self.number = number
        self.text = text
    }
}

/// The response of `Administration.ResolveReport`.
package struct ResolveReportResponse: Codable, Hashable, Sendable {
    /// The report as it is now.
    package var report: Report?

    private enum CodingKeys: Int, CodingKey {
        case report = 1
    }

    /// Creates the message; what is left out is empty.
    package init(report: Report? = nil) {
        self.report = report
    }
}
