package import AccountRules
package import Domain

/// What rules ask of accounts which record what operators do, and nothing else.
package protocol OperatorLog: AccountAdministrationWriting {
    /// What was recorded.
    var entries: [AuditEntry] { get set }
}

extension OperatorLog {
    /// What operators did, each behind a name.
    package var actions: [String] { entries.map { "\($0.operatorName): \($0.action)" } }

    /// Adds an entry.
    package func record(_ entry: AuditEntry) { entries.append(entry) }

    /// Nobody is.
    package func isGuest(_ number: UserNumber) -> Bool { false }

    /// There are none.
    package func visitAccounts(
        after user: UserNumber?,
        limit: Int,
        _ visit: (User) -> PageStep
    ) -> UserNumber? { nil }

    /// They have nothing.
    package func holdings(of user: UserNumber, countMax: Int) -> AccountHoldings {
        AccountHoldings(sessions: 0, contacts: 0, receivedNotes: 0, blocks: 0)
    }

    /// Does nothing.
    package func ban(_ user: UserNumber, at now: Instant) {}

    /// Does nothing.
    package func liftBan(of user: UserNumber) {}
}

/// Secrets for rules that have none.
package final class NoSecrets: SecretKeeping {
    /// Has nothing.
    package init() {}

    /// The secret itself.
    package func digest(_ secret: [UInt8]) -> [UInt8] { secret }
    /// The request itself.
    package func fingerprint(_ request: RawSpan) -> [UInt8] {
        request.withUnsafeBytes { Array($0) }
    }
    /// The secret itself.
    package func seal(_ secret: [UInt8]) -> [UInt8] { secret }
    /// What is in the box.
    package func open(_ box: [UInt8]) -> [UInt8]? { box }
    /// The secret itself.
    package func seal(_ secret: [UInt8], with word: String) -> [UInt8] { secret }
    /// What is in the box.
    package func open(_ box: [UInt8], with word: String) -> [UInt8]? { box }
    /// Whether both are the same.
    package func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }
}
