/// Looks through a data file for states that no meta page tells of any more.
///
/// The list of tables of a store fits one page, and each commit writes another one. So a state is
/// found by a page of records that all describe tables. Whether it is one that was committed, or
/// was being written when its process ended, makes no difference where all below it is sound: its
/// caller knows by a record what is to be done on top of it.
struct StateSearch {
    private let file: DataFile
    private let table: String
    private let rank: (RawSpan, RawSpan) -> UInt64?

    /// Prepares to look for states, which are compared by a record of a table.
    init(_ file: DataFile, _ table: String, _ rank: @escaping (RawSpan, RawSpan) -> UInt64?) {
        self.file = file
        self.table = table
        self.rank = rank
    }

    private struct Candidate {
        let state: DatabaseState
        let rank: UInt64
    }

    /// The newest sound state that is newer than one that a meta page tells of.
    ///
    /// Without such a meta page it is the soundest one. Nil for none.
    func newestSound(after told: DatabaseState?) -> DatabaseState? {
        let known = told.map { rank(of: $0.tableList) }
        // What cannot be compared with it might be older.
        if case .some(.none) = known { return nil }
        let candidates = (2..<max(file.pageCount, 2)).compactMap(candidate(onPage:))
            .filter { candidate in (known ?? nil).map { candidate.rank > $0 } ?? true }
            .sorted { $0.rank > $1.rank }
        var best: (state: DatabaseState, count: Int)?
        for candidate in candidates {
            let findings = DangerousFindings()
            PageWalk(of: file, asOf: candidate.state, visitor: findings).finish()
            let count = findings.damage.count
            if count == 0 { return candidate.state }
            if count < best?.count ?? .max { best = (candidate.state, count) }
        }
        return told == nil ? best?.state : nil
    }

    private func candidate(onPage number: UInt64) -> Candidate? {
        guard let page = tableList(onPage: number) else { return nil }
        let state = DatabaseState(tableListOnPage: number, entryCount: page.count, of: file)
        return rank(of: state.tableList).map { Candidate(state: state, rank: $0) }
    }

    private func tableList(onPage number: UInt64) -> NodePage? {
        var page = NodePage(of: file)
        guard (try? page.load(number, of: file)) != nil, page.kind == .leaf else { return nil }
        for index in 0..<page.count {
            guard case .tree = page.value(of: index) else { return nil }
        }
        return page
    }

    /// How new a state is; nil if it does not say, and 0 if its table is empty.
    private func rank(of tree: TreeRecord) -> UInt64? {
        guard let root = tree.root, let list = tableList(onPage: root) else { return nil }
        let index = (0..<list.count).first { index in
            list.key(of: index) == Array(table.utf8)
        }
        guard let index, case .tree(let range) = list.value(of: index) else { return nil }
        let record = unsafe TreeRecord(list.bytes.span.bytes, at: range.lowerBound)
        guard let leaf = record.root else { return 0 }
        var page = NodePage(of: file)
        guard (try? page.load(leaf, of: file)) != nil, page.kind == .leaf else { return nil }
        let bytes = unsafe page.bytes.span.bytes
        for index in 0..<page.count {
            guard case .bytes(let range) = page.value(of: index) else { continue }
            let key = bytes.extracting(page.keyRange(of: index))
            if let rank = rank(key, bytes.extracting(range)) { return rank }
        }
        return nil
    }
}
