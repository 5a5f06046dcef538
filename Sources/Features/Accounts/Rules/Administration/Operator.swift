package import Domain

/// Somebody who looks after the service from within, as the system that let them in knows them.
package struct Operator: Hashable, Sendable {
    /// The name that the audit log keeps: of a user of the machine, or of a certificate.
    package let name: String

    /// Names an operator.
    package init(name: String) {
        self.name = name
    }
}

/// What an operator did or was shown, as the audit log keeps it for good.
package struct AuditEntry: Hashable, Sendable {
    /// Who it was, as the system knows them.
    package var operatorName: String
    /// The command, with what it selected; people stand in it by their ids alone.
    package var action: String
    /// When it was done.
    package var recordedAt: Instant

    /// Gathers an entry.
    package init(operatorName: String, action: String, recordedAt: Instant) {
        self.operatorName = operatorName
        self.action = action
        self.recordedAt = recordedAt
    }
}

extension AccountAdministrationWriting {
    /// Records what an operator does in this transaction.
    package func record(
        _ person: Operator,
        _ action: String,
        _ context: Context
    ) throws(DomainError) {
        try record(
            AuditEntry(operatorName: person.name, action: action, recordedAt: context.now)
        )
    }
}
