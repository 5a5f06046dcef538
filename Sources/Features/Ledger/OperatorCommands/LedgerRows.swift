package import CommandLineInterface
package import NoteletAPI
import OperatorCommands

extension StatementLine: ListedRecord {
    package static let kind = RowKind(
        listName: "transfers",
        recordName: "transfer",
        columns: ["sequence", "change", "balance"] + LedgerTransfer.columns
    )
    package static let nouns = (one: "entry", several: "entries")

    package static var table: TextTable {
        TextTable(columns: [
            .init("time"), .init("kind"), .init("change", alignment: .trailing),
            .init("balance", alignment: .trailing), .init("amount", alignment: .trailing),
            .init("from"), .init("to"), .init("number", alignment: .trailing),
        ])
    }

    package var row: [String] {
        let transfer = transfer ?? LedgerTransfer()
        return [
            transfer.occurredAt.map { Moment($0) }?.shortText ?? "", transfer.kind.plainName,
            change == 0 ? "" : "\(change)", "\(balance)", "\(transfer.amount)",
            transfer.source?.text ?? "", transfer.destination?.text ?? "", "\(transfer.number)",
        ]
    }

    package var listed: JSON {
        .object(
            [
                ("sequence", .number(Int64(clamping: sequence))), ("change", .number(change)),
                ("balance", .number(balance)),
            ] + (transfer ?? LedgerTransfer()).members
        )
    }
}

extension LedgerTransfer {
    /// What programs call what is known of a transfer.
    static let columns = [
        "number", "kind", "unit", "from", "to", "amount", "occurred_at", "first_transfer",
        "earlier_transfer", "expires_at", "pending_until", "subject",
    ]

    /// What is known of a transfer, for a program.
    var members: [JSON.Member] {
        [
            ("number", .number(Int64(clamping: number))), ("kind", .string(kind.plainName)),
            ("unit", .string(source?.unit.plainName ?? "")),
            ("from", .string(source?.text ?? "")), ("to", .string(destination?.text ?? "")),
            ("amount", .number(amount)), ("occurred_at", occurredAt.map { Moment($0) }.json),
            ("first_transfer", .number(Int64(clamping: firstTransfer))),
            ("earlier_transfer", .number(Int64(clamping: earlierTransfer))),
            ("expires_at", expiresAt.map { Moment($0) }.json),
            ("pending_until", pendingUntil.map { Moment($0) }.json),
            ("subject", .number(Int64(clamping: subject))),
        ]
    }
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
