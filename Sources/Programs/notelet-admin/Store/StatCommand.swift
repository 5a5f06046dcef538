import CommandLineInterface
import Domain
import LMDB
import LogEngine
import LogStoreTools
import NoteRules
import OperatorCommands
import StoreTools
import TextForms

/// What a store holds and takes up.
enum StatCommand {
    static let stat = Command(
        "stat",
        summary: "Show what a store holds and takes up",
        discussion: """
            Counts include what is still in the log; pages and depth are those of the database \
            alone. Free space is what the database can use again without growing. What was sent is \
            summed up by its kind and by what it came in by, since the store was made; a server \
            writes that once an hour and at its end, so that who looks again and again learns of \
            hours, not of single notes. Nothing else is read but what describes the tables, so it \
            takes no time however large the store is.
            """,
        run: { context in
            let files = try context.openFiles()
            let (statistics, readers) = try context.attempt { () throws(StoreToolError) in
                (try files.statistics(), try files.readers())
            }
            let report = StoreReport(statistics, readers)
            try context.write([("source", context.source(files))] + report.document) {
                [report.tables, report.doors, report.facts].map(context.draw)
                    .joined(separator: "\n")
            }
            return .success
        }
    )
}

/// Statistics of a store as they are shown.
private struct StoreReport {
    private let store: StoreStatistics
    private let readers: [ReaderSlot]

    init(_ store: StoreStatistics, _ readers: [ReaderSlot]) {
        self.store = store
        self.readers = readers
    }

    private var pageByteCount: Int { store.engine.environment.pageByteCount }
    private var fileByteCount: Int { store.engine.fileByteCount }
    private var oldest: ReaderSlot? {
        readers.filter { $0.transactionID != nil }
            .min { ($0.transactionID ?? 0) < ($1.transactionID ?? 0) }
    }

    /// The tables of the schema.
    var tables: TextTable {
        var table = TextTable(columns: [
            .init("table"), .init("records", alignment: .trailing),
            .init("bytes", alignment: .trailing), .init("depth", alignment: .trailing),
            .init("branch", alignment: .trailing), .init("leaf", alignment: .trailing),
            .init("overflow", alignment: .trailing),
        ])
        for entry in store.tables {
            let tree = entry.summary.tree
            table.append([
                entry.name, String(entry.summary.recordCount),
                String(tree.pageCount * pageByteCount), String(tree.depth),
                String(tree.branchPageCount), String(tree.leafPageCount),
                String(tree.overflowPageCount),
            ])
        }
        return table
    }

    /// What was sent, by its kind and by what it came in by.
    var doors: TextTable {
        var table = TextTable(
            columns: [.init("sent")]
                + Entrance.allCases.map { .init($0.rawValue, alignment: .trailing) }
        )
        for kind in SentKind.allCases {
            let counts = Entrance.allCases.map { String(store.doors[.init(kind, $0)]) }
            table.append([kind.rawValue.replacing("_", with: " ")] + counts)
        }
        return table
    }

    /// Everything else.
    var facts: TextTable {
        let engine = store.engine
        var table = TextTable(columns: [.init("store"), .init("")])
        let rows: [(String, String)] = [
            ("schema version", "\(store.description.schemaVersion)"),
            ("made", MomentText.text(ofMilliseconds: store.description.createdAt)),
            ("file", "\(fileByteCount) bytes, \(engine.pages.pageCount) pages"),
            ("free in the file", "\(engine.pages.freePageCount) pages"),
            ("grows to", "\(engine.environment.mapByteCount) bytes"),
            ("free on the disk", "\(engine.freeByteCount) bytes"),
            ("pages accounted for", engine.pages.isBalanced ? "all" : "not all: verify it"),
            ("log", "batch \(engine.newestBatch), moved up to \(engine.appliedBatch)"),
            ("waiting in the log", "\(engine.waitingByteCount) bytes"),
            ("clean of what was deleted", cleanedText),
            ("readers", "\(readers.count) of \(engine.environment.readerCountMax)"),
            ("oldest reader", oldestText),
        ]
        for (name, value) in rows { table.append([name, value]) }
        return table
    }

    private var cleanedText: String {
        guard let moment = store.engine.cleanedAt else { return "not yet" }
        return "before \(MomentText.text(ofMilliseconds: moment))"
    }

    private var oldestText: String {
        guard let oldest, let transaction = oldest.transactionID else { return "none" }
        let lag = store.engine.environment.lastTransactionID - transaction
        return "process \(oldest.processIdentifier), \(lag) transactions behind"
    }

    /// All of it for a program.
    var document: [JSON.Member] {
        let engine = store.engine
        return [
            ("schema_version", .number(Int64(store.description.schemaVersion))),
            (
                "created_at",
                .string(MomentText.text(ofMilliseconds: store.description.createdAt))
            ),
            ("tables", .array(store.tables.map(Self.json))),
            ("sent", .array(DoorSums.Door.all.map(json))),
            (
                "file",
                .object([
                    ("bytes", .number(Int64(fileByteCount))),
                    ("page_bytes", .number(Int64(pageByteCount))),
                    ("pages", .number(Int64(engine.pages.pageCount))),
                    ("free_pages", .number(Int64(engine.pages.freePageCount))),
                    ("pages_balanced", .bool(engine.pages.isBalanced)),
                    ("map_bytes", .number(Int64(engine.environment.mapByteCount))),
                    ("disk_free_bytes", .number(Int64(engine.freeByteCount))),
                ])
            ),
            (
                "cleaned_at",
                store.engine.cleanedAt.map { moment in
                    .string(MomentText.text(ofMilliseconds: moment))
                } ?? .null
            ),
            (
                "log",
                .object([
                    ("identity", .string(String(engine.logIdentity, radix: 16))),
                    ("newest_batch", .number(Int64(clamping: engine.newestBatch))),
                    ("applied_batch", .number(Int64(clamping: engine.appliedBatch))),
                    ("waiting_bytes", .number(Int64(engine.waitingByteCount))),
                ])
            ),
            (
                "readers",
                .object([
                    ("count", .number(Int64(readers.count))),
                    ("count_max", .number(Int64(engine.environment.readerCountMax))),
                    (
                        "oldest_transaction",
                        oldest?.transactionID.map { .number(Int64($0)) } ?? .null
                    ),
                    (
                        "last_transaction",
                        .number(Int64(engine.environment.lastTransactionID))
                    ),
                ])
            ),
        ]
    }

    private func json(_ door: DoorSums.Door) -> JSON {
        .object([
            ("kind", .string(door.kind.rawValue)),
            ("transport", .string(door.entrance.rawValue)),
            ("count", .number(Int64(clamping: store.doors[door]))),
        ])
    }

    private static func json(_ table: StoreStatistics.Table) -> JSON {
        let tree = table.summary.tree
        return .object([
            ("name", .string(table.name)),
            ("records", .number(Int64(table.summary.recordCount))),
            ("depth", .number(Int64(tree.depth))),
            ("branch_pages", .number(Int64(tree.branchPageCount))),
            ("leaf_pages", .number(Int64(tree.leafPageCount))),
            ("overflow_pages", .number(Int64(tree.overflowPageCount))),
        ])
    }
}
