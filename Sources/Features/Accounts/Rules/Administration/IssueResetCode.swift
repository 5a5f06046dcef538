package import Domain

/// Makes a code with which the owner of an account sets a new password: the operator's act.
///
/// Until it is used nothing changes for the account; a code that was handed out before is worth
/// nothing from then on.
package struct IssueResetCode: Sendable {
    /// The account that the code is for.
    package let id: UserID
    /// How long the code can be used.
    package let lifetimeSeconds: Int64

    /// How long a code can be used: ten minutes suffice on the telephone, a letter takes days.
    package static let lifetimesSeconds: ClosedRange<Int64> = 600...604_800
    /// How long a code can be used unless the operator says otherwise: a day.
    package static let lifetimeSecondsDefault: Int64 = 86_400

    /// Checks and gathers the order; 0 seconds are the default.
    ///
    /// - Throws: `invalidValue` of `lifetime_seconds`.
    package init(_ id: UserID, lifetimeSeconds: Int64) throws(DomainError) {
        let lifetime = lifetimeSeconds == 0 ? Self.lifetimeSecondsDefault : lifetimeSeconds
        guard Self.lifetimesSeconds.contains(lifetime) else {
            let range = Self.lifetimesSeconds
            throw .invalid("lifetime_seconds", "\(range.lowerBound) to \(range.upperBound)")
        }
        self.id = id
        self.lifetimeSeconds = lifetime
    }

    /// Keeps a digest of the code, and records that it was handed out.
    ///
    /// - Returns: The code, which nobody can learn from the store, and when it ends.
    /// - Throws: `userNotFound`, `accountRequired` for a guest.
    package func run(
        in store: any AccountAdministrationWriting & AccountWriting & SessionReading,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> (code: ResetCode, expiresAt: Instant) {
        guard case .account(let user) = try store.person(.id(id)) else {
            throw .refused(.accountRequired)
        }
        let code = ResetCode(random: context.random)
        let expiresAt = context.now.adding(seconds: lifetimeSeconds)
        try store.deletePendingResets(of: user.number, expiredAt: context.now)
        try store.put(
            PendingReset(
                digest: code.digest(context),
                user: user.number,
                expiresAt: expiresAt,
                operatorName: person.name
            )
        )
        try store.record(person, "user reset-password \(id.opaque.uuid)", context)
        return (code, expiresAt)
    }
}
