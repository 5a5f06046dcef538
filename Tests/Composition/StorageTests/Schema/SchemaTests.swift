import Domain
import Foundation
import StorageEngine
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// What is true of every table, whichever are declared.
@Suite struct SchemaTests {
    /// A table that is added comes last; none is ever renamed, moved or taken away.
    @Test func theTablesKeepTheirNumbersAndNames() {
        #expect(
            Schema.tableNames == [
                "meta", "counters", "users", "usernames", "emails", "links", "sessions",
                "contacts", "contact_names", "inbox", "sent", "contact_messages", "changes",
                "blocks", "reports", "replies", "erasures", "audit", "bans", "shown_names",
                "erased", "reset_codes", "unwanted_words", "held", "linked_contacts",
                "untold_changes", "shared_changes", "collections", "items", "created_items",
                "config_versions", "config_entries",
                "members", "member_order", "member_emails", "kept_members", "standings", "posts",
                "posts_of_members", "kept_posts", "remains",
                "telemetry_events", "crashes", "crash_groups",
                "ledger_accounts", "transfers", "statements", "posting_references", "lots",
                "lot_ends", "holds", "hold_ends",
                "surveys", "surveys_by_expiry", "surveys_by_category", "submissions",
                "submissions_of_surveys", "reward_standings", "reward_zones", "check_ins",
                "missions", "mission_progress", "achievements", "earned_achievements",
                "surveys_by_reference", "point_grants",
                "orders", "orders_by_status", "agent_orders", "shopper_orders",
                "order_references", "order_details", "order_events", "agent_events",
                "routes", "routes_by_day", "trackings", "trackings_by_day", "geofences",
                "geofence_passages", "chat_messages", "chat_messages_of_people", "chat_names",
                "channel_people", "channels_of_people", "agents", "chat_messages_by_day",
                "orders_by_closing_day",
            ]
        )
        #expect(Schema.tableIDs.map(\.rawValue) == Schema.tables.indices.map(UInt8.init))
        #expect(Set(Schema.tableNames).count == Schema.tables.count)
    }

    @Test func theLinesOfADumpKeepTheirNamesAndPlaces() {
        #expect(
            DumpEntity.allCases.map(\.rawValue) == [
                "user", "contact", "received", "sent", "session", "change", "block", "report",
                "reply", "erasure", "audit", "ban", "reset", "word", "counter", "erased", "held",
                "untold", "shared_change", "collection", "item",
                "config_version", "config_entries",
                "member", "standing", "post", "remains",
                "telemetry_event", "crash", "crash_group",
                "ledger_account", "transfer", "lot", "hold",
                "survey", "submission", "reward_standing", "reward_zone", "check_in", "mission",
                "mission_progress", "achievement", "earned_achievement", "point_grant",
                "order", "order_detail", "order_event", "agent",
                "route_piece", "tracking", "geofence", "geofence_passage", "chat_message",
                "channel_person",
            ]
        )
        #expect(Set(DumpEntity.allCases.map(\.rawValue)).count == DumpEntity.allCases.count)
        // What no dump has is made again by loading.
        let shown = Set(DumpEntity.allCases.map(\.table))
        for table in Schema.tables where !shown.contains(table.id) {
            #expect(table.isMadeAgain, "a dump and its load lose \(table.name)")
        }
    }

    @Test func erasureKnowsWhatToDoWithEveryTable() {
        var steps: Set<ErasureStep> = []
        for table in Schema.tables {
            switch table.erasure {
            case .withPerson: #expect(table.isOrderedByPerson, "\(table.name)")
            case .step(let step): steps.insert(step)
            case .blanked(let step, let reason):
                steps.insert(step)
                #expect(!reason.isEmpty, "\(table.name)")
            case .stays(let reason): #expect(!reason.isEmpty, "\(table.name)")
            case .removal, .order, .ownStep: break
            }
        }
        #expect(steps == Set(ErasureStep.allCases))
        for table in Schema.tables {
            guard case .kept(let reason) = table.archive else { continue }
            #expect(!reason.isEmpty, "\(table.name)")
        }
    }

    @Test func whatFindsRecordsIsATableOfEntries() {
        var found: Set<TableID> = []
        for table in Schema.tables { found.formUnion(Self.indexes(of: table)) }
        let entries = Schema.tables.filter { $0.entries != nil }.map(\.id)
        #expect(found == Set(entries))
    }

    private static func indexes(of table: some TableDeclaration) -> [TableID] {
        table.declared.indexes.map(\.table)
    }

    /// Keys are read as they are made, and as long as their parts.
    @Test func eachRecordHasTheKeyThatItsTableDeclares() throws {
        let village = try Village()
        _ = try village.store.revealingDump()
        village.store.store.close()
        var seen: Set<TableID> = []
        for record in try StoredRecords(inStore: village.store.path).all {
            let table = try #require(Schema.table(record.table))
            seen.insert(record.table)
            #expect(record.key.count == table.keyByteCount, "\(table.name)")
            #expect(try Self.isSame(record, table, village.store.store.secrets), "\(table.name)")
        }
        #expect(seen == Set(Schema.tableIDs), "the village has a record of every table")
    }

    /// Whether a record that was read has the same key and value when it is made again.
    private static func isSame(
        _ record: StoredRecords.StoredRecord,
        _ declaration: some TableDeclaration,
        _ secrets: StoreSecrets
    ) throws -> Bool {
        let table = declaration.declared
        let (key, value) = (record.key, record.value)
        let row = try table.row(key: key.span.bytes, value: value.span.bytes)
        let isWritten = row.isWritten(as: value.span.bytes, secrets)
        return isWritten && row.storedKey.bytes == key
    }

    /// Each row of the documents says what the declaration does: a feature has its rows in one of
    /// its own.
    @Test func theDocumentsListTheTablesAsTheyAreDeclared() throws {
        let lines = try Self.documents().flatMap { document in
            try String(contentsOf: document, encoding: .utf8).split(separator: "\n")
        }
        for table in Schema.tables {
            let beginning = "| \(table.id.rawValue) | `\(table.name)` | \(Self.keyText(table)) |"
            let line = lines.first { $0.hasPrefix(beginning) }
            #expect(line != nil, "no Schema.md has: \(beginning)")
            let end = "| \(Self.erasureText(table)) |"
            #expect(line?.hasSuffix(end) != false, "\(table.name): \(end)")
        }
        let rows = lines.filter { $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true }
        let named = rows.filter { $0.contains(" | `") }
        #expect(named.count == Schema.tables.count)
    }

    /// Every `Schema.md` of the sources.
    private static func documents() throws -> [URL] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources").standardizedFileURL
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        return paths.filter { $0.hasSuffix("/Schema.md") }.map { sources.appending(path: $0) }
    }

    private static func keyText(_ table: any TableDeclaration) -> String {
        table.keyParts.map { part in
            part.isPerson || part.isSequence ? part.name : "\(part.name) (\(part.byteCount))"
        }.joined(separator: ", ")
    }

    private static func erasureText(_ table: any TableDeclaration) -> String {
        switch table.erasure {
        case .removal: "removal"
        case .withPerson: "by itself"
        case .step(let step): "step `\(step.rawValue)`"
        case .ownStep: "own step"
        case .order: "last"
        case .blanked(let step, let reason):
            "step `\(step.rawValue)` blanks what the person said; the rest stays: \(reason)"
        case .stays(let reason): "stays: \(reason)"
        }
    }
}
