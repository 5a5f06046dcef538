/// The request of `Administration.ListUsers`.
package struct ListUsersRequest: Codable, Hashable, Sendable {
    /// The account after which the page begins; empty for the first page.
    package var afterID: [UInt8]
    /// 1 to 500, or 0 for 50.
    package var pageSize: Int32
    /// Only accounts of this status; unspecified for all.
    package var status: AccountStatus
    /// Only accounts whose plan is premium now.
    package var premiumOnly: Bool

    private enum CodingKeys: Int, CodingKey {
        case afterID = 1
        case pageSize = 2
        case status = 3
        case premiumOnly = 4
    }

    /// Creates the message; what is left out is empty.
    package init(
        afterID: [UInt8] = [],
        pageSize: Int32 = 0,
        status: AccountStatus = .unspecified,
        premiumOnly: Bool = false
    ) {
        self.afterID = afterID
        self.pageSize = pageSize
        self.status = status
        self.premiumOnly = premiumOnly
    }
}

/// The response of `Administration.ListUsers`.
package struct ListUsersResponse: Codable, Hashable, Sendable {
    /// May be fewer than asked for, and none, before the end.
    package var users: [ManagedUser]
    /// What `afterID` of the next page is; empty at the end.
    package var nextAfterID: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case users = 1
        case nextAfterID = 2
    }

    /// Creates the message; what is left out is empty.
    package init(users: [ManagedUser] = [], nextAfterID: [UInt8] = []) {
        self.users = users
        self.nextAfterID = nextAfterID
    }
}
