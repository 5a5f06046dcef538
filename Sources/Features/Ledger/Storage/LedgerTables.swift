internal import AccountStorage
internal import Domain
internal import LedgerRules
package import Records
internal import StorageEngine

// The tables of the ledger.

/// Entries of statements, and names of postings: each leads to a transfer.
typealias StatementRow = EntryRow<StatementPlace, UInt64>
typealias ReferenceRow = EntryRow<ReferencePlace, UInt64>
typealias HoldEndRow = EntryRow<HoldEndPlace, HoldPlace>

extension KeyPurpose {
    /// Hashes of what postings are called.
    static let postingReference = KeyPurpose(rawValue: 29)
}

extension TableID {
    /// What accounts have.
    static let ledgerAccounts = TableID(rawValue: 44)
    /// What was moved.
    static let transfers = TableID(rawValue: 45)
    /// What of accounts lapses.
    static let lots = TableID(rawValue: 48)
    /// What pending transfers hold.
    static let holds = TableID(rawValue: 50)
}

extension Schema {
    /// What is kept of the ledger.
    package static let ofLedger = StoredFeature(
        [
            ledgerAccounts, transfers, statements, postingReferences, lots, lotEnds, holds,
            holdEnds,
        ],
        cache: TransactionCaches.Place<LedgerCache>.ledger
    ) {
        LedgerCache()
    }

    private static let leaves = "a restored store takes who is gone out of the ledger once more"

    static let ledgerAccounts: SchemaTable<AccountRow> = SchemaTable(
        .ledgerAccounts,
        "ledger_accounts",
        key: ["holder", "unit", "role"],
        erasure: .ownStep { holder, remaining, store throws(DomainError) in
            try store.eraseAccounts(of: holder, &remaining)
        },
        archive: .kept(because: leaves),
        flaw: { row, exists in
            let holder = Key.user(row.key.holder)
            let isThere =
                row.key.holder == .nobody || exists(holder, .users) || exists(holder, .erasures)
            return isThere ? nil : "it belongs to no account"
        },
        line: DumpLine(
            "ledger_account",
            place: 31,
            finish: { row, _ throws(DumpProblem) in try require(row.isSound) },
            fields: [
                .person("holder", \.key.holder),
                .unit(\.key.unit),
                .role(\.key.role),
                .amount("balance", \.state.balance),
                .amount("pending", \.state.pending),
                .number("entry_count", \.state.entryCount),
                .yes("leaving", \.state.isLeaving),
            ]
        )
    )

    static let transfers: SchemaTable<TransferRow> = SchemaTable(
        .transfers,
        "transfers",
        key: ["number"],
        owner: .nobody,
        erasure: .stays(because: "the step of the accounts takes the person's side off it"),
        archive: .kept(because: leaves),
        indexes: [
            TableIndex(statements, "the statement of its source does not have it") { row, _ in
                row.source.place.map { StatementRow($0, row.key) }
            },
            TableIndex(statements, "the statement of its destination does not have it") { row, _ in
                row.destination.place.map { StatementRow($0, row.key) }
            },
            TableIndex(postingReferences, "it is not found by its name") { row, _ in
                row.reference.map { ReferenceRow(ReferencePlace($0), row.key) }
            },
        ],
        line: DumpLine(
            "transfer",
            place: 32,
            moment: { $0.moment },
            finish: { row, _ throws(DumpProblem) in try require(row.isSound) },
            fields: [
                .number("number", \.key),
                .word("kind", TransferKind.self, \.kindWord),
                .object("from", \.sourcePart, blank: SideRecord(), SideRecord.members),
                .object("to", \.destinationPart, blank: SideRecord(), SideRecord.members),
                .number("amount", \.amount),
                .moment("moment", \.moment),
                .number("first", \.first),
                .number("earlier", \.earlier),
                .number("lot_end", \.lotEnd),
                .number("deadline", \.deadline),
                .number("subject", \.subject),
                .number("reference_source", \.referenceSource),
                .id("reference", \.referenceID),
                .binary("lots", \.lots),
            ]
        )
    )

    static let statements = SchemaTable<StatementRow>(
        46,
        "statements",
        key: ["holder", "unit", "role", "seq"],
        archive: .kept(because: leaves),
        entries: .leading(StatementRow.self, to: transfers.id, "it leads to no transfer of theirs")
    )

    static let postingReferences = SchemaTable<ReferenceRow>(
        47,
        "posting_references",
        key: ["source", "half a hash"],
        owner: .nobody,
        erasure: .stays(because: "it tells nothing, and the transfer that it finds stays"),
        archive: .kept(because: "it names nobody"),
        entries: .leading(ReferenceRow.self, to: transfers.id, "it leads to no transfer")
    )

    static let lots: SchemaTable<LotRow> = SchemaTable(
        .lots,
        "lots",
        key: ["holder", "unit", "role", "end"],
        archive: .kept(because: leaves),
        indexes: [
            TableIndex(lotEnds, "nothing ends it") { row, _ in
                KeyRow(LotEndPlace(row.key.end, row.key.account))
            }
        ],
        flaw: { row, exists in
            exists(row.key.account.storedKey, ledgerAccounts.id) ? nil : "its account is not there"
        },
        line: DumpLine(
            "lot",
            place: 33,
            finish: { row, _ throws(DumpProblem) in try require(row.isSound) },
            fields: [
                .person("holder", \.key.account.holder),
                .unit(\.key.account.unit),
                .role(\.key.account.role),
                .number("end", \.key.end),
                .number("amount", \.amount),
            ]
        )
    )

    static let lotEnds = SchemaTable<KeyRow<LotEndPlace>>(
        49,
        "lot_ends",
        key: ["end", "holder", "unit", "role"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the lot that it leads to"),
        archive: .kept(because: leaves),
        entries: EntryForm("it leads to no lot") { key, _, _ throws(DomainError) in
            let place = try LotEndPlace(key: key, of: .uniqueEntry)
            return EntryForm.Reference(lots.id, LotPlace(place.account, place.end).storedKey)
        }
    )

    static let holds: SchemaTable<HoldRow> = SchemaTable(
        .holds,
        "holds",
        key: ["holder", "transfer"],
        archive: .kept(because: leaves),
        indexes: [
            TableIndex(holdEnds, "nothing ends it") { row, _ in
                HoldEndRow(HoldEndPlace(row.deadline, row.key.number), row.key)
            }
        ],
        flaw: { row, exists in
            exists(row.key.number.storedKey, transfers.id) ? nil : "its transfer is not there"
        },
        line: DumpLine(
            "hold",
            place: 34,
            finish: { row, _ throws(DumpProblem) in try require(row.isSound) },
            fields: [
                .person("holder", \.key.holder),
                .number("transfer", \.key.number),
                .number("deadline", \.deadline),
                .binary("lots", \.lots),
            ]
        )
    )

    static let holdEnds = SchemaTable<HoldEndRow>(
        51,
        "hold_ends",
        key: ["deadline", "transfer"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the pending transfer that it leads to"),
        archive: .kept(because: leaves),
        entries: .leading(HoldEndRow.self, to: holds.id, "it leads to no pending transfer")
    )

    private static func require(_ isSound: Bool) throws(DumpProblem) {
        guard isSound else { throw DumpProblem("a number is beyond its limits") }
    }
}

// What dumps show.

extension TransferRow {
    fileprivate var kindWord: UInt32 {
        get { UInt32(kindNumber) }
        set { kindNumber = UInt8(clamping: newValue) }
    }

    fileprivate var sourcePart: SideRecord? {
        get { source }
        set { source = newValue ?? SideRecord() }
    }

    fileprivate var destinationPart: SideRecord? {
        get { destination }
        set { destination = newValue ?? SideRecord() }
    }
}

extension SideRecord {
    fileprivate static let members: [Field<SideRecord>] = [
        .person("holder", \.account.holder),
        .unit(\.account.unit),
        .role(\.account.role),
        .number("seq", \.sequence),
        .amount("balance", \.balance),
    ]
}

extension Field {
    fileprivate static func unit(_ path: FieldPath<Row, UInt8>) -> Field {
        word("unit", LedgerUnit.allCases.map { ("\($0)", $0.rawValue) }, Access(path))
    }

    fileprivate static func role(_ path: FieldPath<Row, UInt8>) -> Field {
        word("role", AccountRole.allCases.map { ("\($0)", $0.rawValue) }, Access(path))
    }

    /// A number that may be below nothing.
    fileprivate static func amount(_ name: StaticString, _ path: FieldPath<Row, Int64>) -> Field {
        Field(
            name,
            .text(
                Access { row, _ in
                    "\(row[keyPath: path])"
                } _: { row, text, _ throws(DumpProblem) in
                    guard let number = Int64(text), "\(number)" == text else {
                        throw DumpProblem("'\(name)' is no whole number")
                    }
                    row[keyPath: path] = number
                }
            )
        )
    }
}
