import LMDB

/// What a closed store's database holds, read page by page without opening it.
struct DatabaseContents {
    /// The records with their checksums, as they are stored.
    let records: [RecordName: [UInt8]]
    private let kinds: [UInt64: PageTree]
    private let branches: Set<UInt64>

    /// Names a record as findings do.
    struct RecordName: Hashable, Comparable, CustomStringConvertible {
        let table: String
        /// In hexadecimal, which has the order of the bytes.
        let key: String

        var description: String { "\(table) \(key)" }

        static func < (left: RecordName, right: RecordName) -> Bool {
            (left.table, left.key) < (right.table, right.key)
        }
    }

    /// Reads the database of a store that must be sound.
    init(ofStoreIn directory: String) throws {
        let file = try DataFile(path: directory + "/data/data.mdb")
        let visitor = Visitor()
        guard let state = file.states().first else { throw Unsound() }
        PageWalk(of: file, asOf: state, visitor: visitor).finish()
        guard visitor.isSound else { throw Unsound() }
        records = visitor.records
        kinds = visitor.kinds
        branches = visitor.branches
    }

    /// A database of which a page is damaged.
    struct Unsound: Error {}

    /// Whether a page holds nothing but the way to others, what is free, or what can be made again
    /// of others: then its damage may cost nothing.
    func isCostless(_ page: Int) -> Bool {
        let page = UInt64(page)
        if page < 2 || branches.contains(page) { return true }
        return switch kinds[page] {
        case .freeList: true
        case .table(let name): Self.findingTables.contains(name)
        case .tableList, nil: false
        }
    }

    /// The tables whose records only find others.
    private static let findingTables: Set = [
        "usernames", "emails", "links", "contact_names", "contact_messages", "linked_contacts",
        "shown_names",
    ]

    private final class Visitor: PageVisitor {
        var records: [RecordName: [UInt8]] = [:]
        var kinds: [UInt64: PageTree] = [:]
        var branches: Set<UInt64> = []
        var isSound = true

        func visit(_ page: ReachedPage) {
            for number in page.number..<page.number + page.pageCount { kinds[number] = page.tree }
            if page.kind == .branch { branches.insert(page.number) }
        }

        func visit(key: RawSpan, value: RawSpan, of tree: PageTree, onPage page: UInt64) {
            // How far the log was carried into the database is no record of the store.
            guard case .table(let table) = tree, table != "log" else { return }
            let digits = key.withUnsafeBytes { bytes in
                bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
            let name = RecordName(table: table, key: digits)
            records[name] = value.withUnsafeBytes { Array($0) }
        }

        func note(_ finding: PageFinding) { isSound = false }
    }
}
