import CommandLineInterface
import NoteletAPI
import OperatorCommands

extension StatementLine {
    /// How entries of a statement are shown, each with its transfer.
    static let form = RowForm<StatementLine>(
        "transfers",
        "transfer",
        nouns: (one: "entry", several: "entries"),
        fields: [
            .number("sequence", \.sequence), RowField("change") { .number($0.change) },
            RowField("balance") { .number($0.balance) },
        ]
            + LedgerTransfer.facts.map { fact in
                RowField(fact.name) { fact.value($0.transfer ?? LedgerTransfer()) }
            },
        columns: [
            .moment("time") { $0.transfer?.occurredAt },
            .text("kind") { $0.transfer?.kind.plainName ?? "" },
            .amount("change") { $0.change == 0 ? nil : $0.change },
            .amount("balance", \.balance),
            .amount("amount") { $0.transfer?.amount },
            .text("from") { $0.transfer?.source?.text ?? "" },
            .text("to") { $0.transfer?.destination?.text ?? "" },
            .number("number") { Int(clamping: $0.transfer?.number ?? 0) },
        ]
    )
}

extension RowColumn {
    /// A column of amounts; empty where there is none.
    fileprivate static func amount(
        _ title: String,
        _ value: @escaping @Sendable (Row) -> Int64?
    ) -> RowColumn {
        RowColumn(title, alignment: .trailing) { rows, _ in
            rows.map { value($0).map(String.init) ?? "" }
        }
    }
}

/// What is known of a transfer, for a program.
struct TransferFact: Sendable {
    let name: String
    let value: @Sendable (LedgerTransfer) -> JSON
}

extension LedgerTransfer {
    /// What programs are told of a transfer.
    static let facts = [
        TransferFact(name: "number") { .number(Int64(clamping: $0.number)) },
        TransferFact(name: "kind") { .string($0.kind.plainName) },
        TransferFact(name: "unit") { .string($0.source?.unit.plainName ?? "") },
        TransferFact(name: "from") { .string($0.source?.text ?? "") },
        TransferFact(name: "to") { .string($0.destination?.text ?? "") },
        TransferFact(name: "amount") { .number($0.amount) },
        TransferFact(name: "occurred_at") { $0.occurredAt.map { Moment($0) }.json },
        TransferFact(name: "first_transfer") { .number(Int64(clamping: $0.firstTransfer)) },
        TransferFact(name: "earlier_transfer") { .number(Int64(clamping: $0.earlierTransfer)) },
        TransferFact(name: "expires_at") { $0.expiresAt.map { Moment($0) }.json },
        TransferFact(name: "pending_until") { $0.pendingUntil.map { Moment($0) }.json },
        TransferFact(name: "subject") { .number(Int64(clamping: $0.subject)) },
    ]

    /// All of that of this one.
    var members: [JSON.Member] { Self.facts.map { ($0.name, $0.value(self)) } }
}

extension LedgerAccount {
    /// The account as an operator names it: `app:issued`, or the id of a person.
    var text: String {
        userID.isEmpty ? AccountName.appPrefix + role.plainName : shownID(userID)
    }
}

extension LedgerLot {
    /// How lots are shown.
    static let form = RowForm<LedgerLot>(
        "lots",
        "lot",
        none: "Nothing of it lapses.",
        fields: [
            .moment("expires_at", \.expiresAt), RowField("amount") { .number($0.amount) },
        ],
        columns: [.moment("lapses", \.expiresAt), .number("amount") { Int($0.amount) }]
    )
}
