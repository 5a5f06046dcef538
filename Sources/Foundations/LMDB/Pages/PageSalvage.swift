/// A way to all records that a data file still has, whatever of it is damaged.
///
/// Nothing of it is LMDB, which trusts what it reads. First come the records of all pages to which
/// sound pages lead (`readReached`). What lies below a damaged page is looked for then
/// (`readCutOff`): in a sound file each page is in use or listed as free, so a page that is neither
/// reached nor free is one that the damage has cut off, and what it holds is no older than the
/// rest. Where the list of free pages is damaged too that cannot be told, and such pages are left
/// alone. Whether a record is what was once written, and in which table, is for the caller to say.
///
/// Where a meta page is damaged, the newest state may be one that no meta page tells of. It is
/// looked for by its list of tables, which has pages of its own, and taken if all below is sound.
///
/// Nobody may write to the file meanwhile. Memory is bounded: three bits for each page.
package final class PageSalvage {
    /// What was found so far, dangerous or not.
    package private(set) var findings: [PageFinding] = []
    /// The keys that damaged pages had, or may have had, by the table.
    package private(set) var lost: [LostKeys] = []
    /// Whether it is not even known which tables there are.
    package private(set) var areTablesLost = false
    /// Pages that are in use, for all that is known, and cannot be read.
    package private(set) var unreadPages: [UInt64] = []
    /// How many records tables say that they have.
    package private(set) var saidCounts: [String: UInt64] = [:]

    private let file: DataFile
    private let state: DatabaseState
    private let isFreeListKnown: Bool
    /// Pages to which sound pages lead.
    private var reached: PageSet
    /// The pages that are free, and those of the list itself; nil if that is not known.
    private var free: PageSet?
    /// Pages that may not hold what they seem to: they are of long values.
    private var runs: PageSet

    /// Keys of a table that could not be read.
    package struct LostKeys: Sendable {
        /// The table's name.
        package let table: String
        /// The damaged page; nil where the table itself cannot be found.
        package let page: UInt64?
        /// What is wrong with it.
        package let defect: PageDefect
        /// The keys, as far as other pages tell.
        package let keys: KeyBounds
    }

    /// Opens a data file, and chooses the state to be read.
    ///
    /// - Parameters:
    ///   - path: the data file.
    ///   - rankTable: a table by which two states can be compared.
    ///   - rank: which of two states is the newer one, by a record of that table; nil for a record
    ///     that does not say.
    /// - Throws: `.invalid` where no state is found, `.io`.
    package init(
        ofFileAt path: String,
        newestBy rankTable: String,
        _ rank: @escaping (_ key: RawSpan, _ value: RawSpan) -> UInt64?
    ) throws(LMDBError) {
        file = try DataFile(salvaging: path)
        let damaged = file.damagedMetaPages()
        let search = StateSearch(file, rankTable, rank)
        let told = file.states().first
        if !damaged.isEmpty, let found = search.newestSound(after: told) {
            (state, isFreeListKnown) = (found, false)
        } else if let told {
            (state, isFreeListKnown) = (told, true)
        } else {
            throw .invalid
        }
        let count = max(file.pageCount, min(state.lastPageNumber + 1, 2 * file.pageCount))
        reached = PageSet(count: count)
        runs = PageSet(count: count)
        for page in damaged {
            findings.append(
                PageFinding(page: page, tree: nil, defect: .badMetaPage, keys: KeyBounds())
            )
        }
    }

    /// The size to which the file was meant to grow at most, as far as that is known.
    package var mapByteCount: Int { Int(clamping: state.mapByteCount) }

    /// Lends the records of all tables that sound pages lead to, in the order of tables and keys.
    package func readReached(
        _ body: @escaping (_ table: String, _ key: RawSpan, _ value: RawSpan, UInt64) -> Void
    ) {
        let visitor = ReachedRecords(body)
        // What the list of free pages says must not keep a page from being read.
        let walk = PageWalk(of: file, asOf: state.withoutFreeList, visitor: visitor)
        walk.finish()
        for run in visitor.pages {
            for page in run { _ = reached.insert(page) }
        }
        for (tree, record) in walk.tables {
            if case .table(let name) = tree { saidCounts[name] = record.entryCount }
        }
        for finding in visitor.findings where finding.defect.isDangerous { note(finding) }
        if isFreeListKnown { readFreeList() }
    }

    private func readFreeList() {
        let visitor = ListedPages(PageSet(count: reached.count))
        PageWalk(of: file, asOf: state.withoutTables, visitor: visitor).finish()
        findings += visitor.findings
        if visitor.findings.isEmpty { free = visitor.pages }
    }

    private func note(_ finding: PageFinding) {
        findings.append(finding)
        switch finding.tree {
        case .table(let name):
            lost.append(
                LostKeys(
                    table: name,
                    page: finding.page,
                    defect: finding.defect,
                    keys: finding.keys
                )
            )
        case .tableList: areTablesLost = true
        case .freeList, nil: break
        }
    }
}

// What damaged pages have cut off.
extension PageSalvage {
    /// Lends the records of pages of which damage has cut the way off, in no order; `body` answers
    /// whether it takes one for what it is.
    ///
    /// - Returns: False if it cannot be told which pages are in use; then none is looked at.
    package func readCutOff(
        _ body: (_ key: RawSpan, _ value: RawSpan, UInt64) -> Bool
    ) -> Bool {
        guard let free else { return false }
        let pages = (2..<min(state.lastPageNumber + 1, file.pageCount)).filter {
            !reached.contains($0) && !free.contains($0)
        }
        var page = NodePage(of: file)
        for number in pages { markRuns(at: number, &page) }
        for number in pages where !runs.contains(number) {
            if !read(number, &page, body) { unreadPages.append(number) }
        }
        return true
    }

    /// Notes which pages are those of long values, whose contents might look like records.
    private func markRuns(at number: UInt64, _ page: inout NodePage) {
        if let count = OverflowRun.pageCount(at: number, of: file) {
            return mark(number, count)
        }
        guard (try? page.load(number, of: file)) != nil, page.kind == .leaf else { return }
        for index in 0..<page.count {
            guard case .run(let first, let byteCount) = page.value(of: index) else { continue }
            mark(first, OverflowRun.pageCount(holding: byteCount, of: file))
        }
    }

    private func mark(_ first: UInt64, _ count: UInt64) {
        guard first < runs.count, count <= runs.count - first else { return }
        for page in first..<first + count { _ = runs.insert(page) }
    }

    /// Reads a page of records or of inner nodes; answers whether it could be read.
    private func read(
        _ number: UInt64,
        _ page: inout NodePage,
        _ body: (RawSpan, RawSpan, UInt64) -> Bool
    ) -> Bool {
        guard (try? page.load(number, of: file)) != nil else { return false }
        guard page.kind == .leaf else { return true }
        let bytes = unsafe page.bytes.span.bytes
        var isRead = true
        for index in 0..<page.count {
            let key = bytes.extracting(page.keyRange(of: index))
            switch page.value(of: index) {
            case .bytes(let range):
                isRead = body(key, bytes.extracting(range), number) && isRead
            case .run(let first, let byteCount):
                let run = try? OverflowRun(first, byteCount: byteCount, of: file)
                guard let run, !reached.contains(first) else {
                    isRead = false
                    continue
                }
                isRead = unsafe body(key, run.value.span.bytes, number) && isRead
            // What a part of the list of tables leads to is looked for by itself. Where the list
            // is whole, this page is not of it, but in the place of another.
            case .tree: isRead = areTablesLost && isRead
            }
        }
        return isRead
    }
}

/// Hands records on, and gathers the pages that were reached.
private final class ReachedRecords: PageVisitor {
    private let body: (String, RawSpan, RawSpan, UInt64) -> Void
    private(set) var pages: [Range<UInt64>] = []
    private(set) var findings: [PageFinding] = []

    init(_ body: @escaping (String, RawSpan, RawSpan, UInt64) -> Void) {
        self.body = body
    }

    func visit(_ page: ReachedPage) {
        let end = page.number + page.pageCount
        // Pages of one tree often follow each other.
        if let last = pages.last, last.upperBound == page.number {
            pages[pages.count - 1] = last.lowerBound..<end
        } else {
            pages.append(page.number..<end)
        }
    }

    func visit(key: RawSpan, value: RawSpan, of tree: PageTree, onPage page: UInt64) {
        if case .table(let name) = tree { body(name, key, value, page) }
    }

    func note(_ finding: PageFinding) { findings.append(finding) }
}

/// Gathers the pages that are listed as free, and those of the list.
private final class ListedPages: PageVisitor {
    private(set) var pages: PageSet
    private(set) var findings: [PageFinding] = []

    init(_ pages: PageSet) {
        self.pages = pages
    }

    func visit(_ page: ReachedPage) {
        for number in page.number..<page.number + page.pageCount { _ = pages.insert(number) }
    }

    func visitFree(_ page: UInt64, freedBy transactionID: UInt64) { _ = pages.insert(page) }

    func note(_ finding: PageFinding) {
        // That there are other pages than those of this list is meant.
        if finding.defect.isDangerous { findings.append(finding) }
    }
}
