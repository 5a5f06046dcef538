/// Looks through a data file for states that no meta page tells of any more.
///
/// The list of tables of a store fits one page, or a few and one that leads to them, and each
/// commit writes the first of them anew. So a state is found by pages of records that all describe
/// tables. Tables are only ever added: a list that has fewer than another is part of one, or older.
/// Whether a state is one that was committed, or was being written when its process ended, makes no
/// difference where all below it is sound: its caller knows by a record what is to be done on top
/// of it.
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
        let all = (2..<max(file.pageCount, 2)).compactMap(candidate(onPage:))
        let counts = all.map(\.state.tableList.entryCount)
        let tableCount = max(counts.max() ?? 0, told?.tableList.entryCount ?? 0)
        let candidates = all.filter { candidate in
            candidate.state.tableList.entryCount == tableCount
                && (known ?? nil).map { candidate.rank > $0 } ?? true
        }
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
        guard let pages = tableLists(below: number) else { return nil }
        let list = TreeRecord(
            root: number,
            leafPages: pages.map(\.number),
            entryCount: pages.reduce(0) { $0 + UInt64($1.page.count) }
        )
        return rank(of: list).map { rank in
            Candidate(state: DatabaseState(tableList: list, of: file), rank: rank)
        }
    }

    /// The pages of a list of tables that begins with a page; nil if that is none.
    private func tableLists(below root: UInt64) -> [(number: UInt64, page: NodePage)]? {
        var page = NodePage(of: file)
        guard (try? page.load(root, of: file)) != nil else { return nil }
        switch page.kind {
        case .leaf: return page.describesTables ? [(root, page)] : nil
        case .branch:
            var pages: [(number: UInt64, page: NodePage)] = []
            for index in 0..<page.count {
                let child = page.child(of: index)
                var leaf = NodePage(of: file)
                guard (try? leaf.load(child, of: file)) != nil, leaf.describesTables else {
                    return nil
                }
                pages.append((child, leaf))
            }
            return pages
        }
    }

    /// How new a state is; nil if it does not say, and 0 if its table is empty.
    private func rank(of tree: TreeRecord) -> UInt64? {
        guard let root = tree.root, let lists = tableLists(below: root),
            let record = lists.lazy.compactMap({ record(in: $0.page) }).first
        else { return nil }
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

    /// What a page of a list of tables says of the table by which states are compared.
    private func record(in list: NodePage) -> TreeRecord? {
        let index = (0..<list.count).first { list.key(of: $0) == Array(table.utf8) }
        guard let index, case .tree(let range) = list.value(of: index) else { return nil }
        return unsafe TreeRecord(list.bytes.span.bytes, at: range.lowerBound)
    }
}
