/// The request of `Administration.ListReports`.
package struct ListReportsRequest: Codable, Hashable, Sendable {
    /// The report before which the page begins; 0 for the newest.
    package var before: UInt64
    /// 1 to 500, or 0 for 50.
    package var pageSize: Int32
    /// Only reports that wait.
    package var openOnly: Bool

    private enum CodingKeys: Int, CodingKey {
        case before = 1
        case pageSize = 2
        case openOnly = 3
    }

    /// Creates the message; what is left out is empty.
    package init(before: UInt64 = 0, pageSize: Int32 = 0, openOnly: Bool = false) {
        self.before = before
        self.pageSize = pageSize
        self.openOnly = openOnly
    }
}

/// The response of `Administration.ListReports`.
package struct ListReportsResponse: Codable, Hashable, Sendable {
    /// Detail and content are left out; may be fewer than asked for before the end.
    package var reports: [Report]
    /// What `before` of the next page is; 0 at the end.
    package var nextBefore: UInt64

    private enum CodingKeys: Int, CodingKey {
        case reports = 1
        case nextBefore = 2
    }

    /// Creates the message; what is left out is empty.
    package init(reports: [Report] = [], nextBefore: UInt64 = 0) {
        self.reports = reports
        self.nextBefore = nextBefore
    }
}
