package import Domain

/// What sending a note needs to know of the account at either end.
package struct Correspondent: Equatable, Sendable {
    /// The account's name inside the server.
    package let number: UserNumber
    /// The name under which other people see the account.
    package let displayName: String
    /// Who may write through the account's link.
    package let senderPolicy: SenderPolicy
    /// Whether the account may be written to.
    package let status: AccountStatus
    /// How exactly the account is told when anonymous notes were sent.
    package let anonymousTimes: TimeGrain

    /// Gathers what is known of an account.
    package init(
        number: UserNumber,
        displayName: String,
        senderPolicy: SenderPolicy,
        status: AccountStatus,
        anonymousTimes: TimeGrain = .minute
    ) {
        self.number = number
        self.displayName = displayName
        self.senderPolicy = senderPolicy
        self.status = status
        self.anonymousTimes = anonymousTimes
    }
}

/// The names under which a sender is shown.
package enum DisplayName {
    /// An anonymous sender.
    package static let anonymous = "익명"
    /// A sender whose account is gone.
    package static let unknown = "알 수 없음"
}
