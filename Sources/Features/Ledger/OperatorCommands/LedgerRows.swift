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
        ] + LedgerTransfer.form.fields.map { $0.within { $0.transfer ?? LedgerTransfer() } },
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

extension LedgerTransfer {
    /// How transfers are shown to programs.
    static let form = RowForm<LedgerTransfer>(
        "transfers",
        "transfer",
        fields: [
            .number("number", \.number), .text("kind") { $0.kind.plainName },
            .text("unit") { $0.source?.unit.plainName ?? "" },
            .text("from") { $0.source?.text ?? "" }, .text("to") { $0.destination?.text ?? "" },
            RowField("amount") { .number($0.amount) }, .moment("occurred_at", \.occurredAt),
            .number("first_transfer", \.firstTransfer),
            .number("earlier_transfer", \.earlierTransfer),
            .moment("expires_at", \.expiresAt), .moment("pending_until", \.pendingUntil),
            .number("subject", \.subject),
        ],
        columns: []
    )
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
