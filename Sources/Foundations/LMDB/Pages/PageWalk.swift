/// A way through all pages that one state of a data file reaches, which checks each of them.
///
/// It knows LMDB's format and does not use LMDB, which trusts what it reads. Checked are the pages
/// by themselves (`NodePage`), that keys ascend and stay within what leads to them, that each page
/// is reached once and none is free as well, that all leaves are as deep as the tree says, that
/// each tree has as many pages and records as it says, and that no page is lost.
///
/// Of a state that can be written over meanwhile, whoever walks holds a read transaction, or has
/// the store closed. Memory is bounded: two bits for each page of the file, and a page for each
/// level.
package final class PageWalk {
    let file: DataFile
    let visitor: any PageVisitor
    /// Pages of trees, and pages that are listed as free.
    private var reached: PageSet
    private var free: PageSet
    private var pageCount: UInt64 = 0
    private var freeCount: UInt64 = 0
    /// Trees that are still to be walked, the next one last.
    private var waiting: [(tree: PageTree, record: TreeRecord)] = []
    /// The tables that the list of tables has, the first one first.
    var tables: [(tree: PageTree, record: TreeRecord)] = []
    private(set) var tree = PageTree.freeList
    private var record: TreeRecord
    var tally = Tally()
    /// The pages from the root down; those from `level` on are kept for their memory.
    private var frames: [Frame] = []
    private var level = 0
    private let start: Position?
    /// Whether nothing was left out, by a position to start from or because of damage.
    private var isTreeWhole = true
    private var isWhole = true

    /// Whether all is visited.
    package private(set) var isDone = false
    /// Pages that were read so far.
    package private(set) var readPageCount = 0

    /// A place at which a walk can go on, also in a later state.
    package struct Position: Sendable, Equatable {
        /// The tree.
        package let tree: PageTree
        /// All records before this key were visited.
        package let key: [UInt8]
    }

    struct Frame {
        var page: NodePage
        var number: UInt64 = 0
        var next = 0
        var keys = KeyBounds()
    }

    /// What was found of a tree.
    struct Tally {
        var branchPageCount: UInt64 = 0
        var leafPageCount: UInt64 = 0
        var overflowPageCount: UInt64 = 0
        var entryCount: UInt64 = 0
    }

    /// No tree of LMDB is deeper.
    private static let depthMax = 32
    /// Pages that may have been counted behind the end of a file and never written.
    private static let missingPageCountMax: UInt64 = 1 << 16

    /// Prepares a walk.
    ///
    /// - Parameters:
    ///   - file: the data file.
    ///   - state: the state.
    ///   - position: where an earlier walk ended. Free pages are not looked at then, nor what can
    ///     only be told of a whole.
    ///   - visitor: is told what is found.
    package init(
        of file: DataFile,
        asOf state: DatabaseState,
        from position: Position? = nil,
        visitor: any PageVisitor
    ) {
        self.file = file
        self.visitor = visitor
        start = position
        let pageMax = max(file.pageCount, 2)
        let isLastPageCredible =
            state.lastPageNumber < pageMax + max(pageMax, Self.missingPageCountMax)
        let count = isLastPageCredible ? state.lastPageNumber + 1 : pageMax
        reached = PageSet(count: count)
        free = PageSet(count: count)
        _ = reached.insert(0)
        _ = reached.insert(1)
        record = state.freeList
        if !isLastPageCredible {
            isWhole = false
            note(.badLastPage(state.lastPageNumber), page: nil, ofTree: nil)
        }
        if position == nil {
            waiting = [(.tableList, state.tableList)]
            begin(.freeList, state.freeList)
        } else {
            isWhole = false
            begin(.tableList, state.tableList)
        }
    }

    /// Goes on until about so many pages were read and there is a position, or all are visited.
    package func advance(pageCountMax: Int) {
        let end = readPageCount + pageCountMax
        while !isDone, readPageCount < end || position == nil { step() }
    }

    /// Goes on until all is visited.
    package func finish() {
        while !isDone { step() }
    }

    /// Where a walk can go on that stops now; nil before the first table and at the end.
    package var position: Position? {
        guard case .table = tree else { return nil }
        for frame in frames[..<level].reversed()
        where frame.page.kind == .branch && frame.next < frame.page.count {
            return Position(tree: tree, key: bounds(ofNext: frame).lower)
        }
        return waiting.last.map { Position(tree: $0.tree, key: []) }
    }

    /// Begins a tree, whose root is entered at once; the step behind its last page ends it.
    private func begin(_ tree: PageTree, _ record: TreeRecord) {
        (self.tree, self.record) = (tree, record)
        tally = Tally()
        isTreeWhole = true
        if let start, start.tree == tree, !start.key.isEmpty { isTreeWhole = false }
        guard let root = record.root else { return }
        let flags: UInt16 = tree == .freeList ? 0x08 : 0
        guard record.flags == flags, 1...Self.depthMax ~= record.depth else {
            return note(.badTreeRecord, page: nil)
        }
        enter(root, KeyBounds())
    }

    private func endTree() {
        if isTreeWhole {
            compare(.branchPages, record.branchPageCount, tally.branchPageCount)
            compare(.leafPages, record.leafPageCount, tally.leafPageCount)
            compare(.overflowPages, record.overflowPageCount, tally.overflowPageCount)
            compare(.entries, record.entryCount, tally.entryCount)
        }
        isWhole = isWhole && isTreeWhole
        if tree == .tableList {
            waiting = tables.reversed()
            if let start { waiting.removeAll { $0.tree.comesBefore(start.tree) } }
        }
        guard let next = waiting.popLast() else { return end() }
        begin(next.tree, next.record)
    }

    private func compare(_ count: PageDefect.Count, _ said: UInt64, _ found: UInt64) {
        guard said != found else { return }
        note(.wrongCount(count, said: said, found: found), page: nil)
    }

    private func end() {
        isDone = true
        guard isWhole else { return }
        let found = 2 + pageCount + freeCount
        guard found != reached.count else { return }
        // More than there are cannot be found: each is counted once.
        note(.lostPages(reached.count - found), page: nil, ofTree: nil)
    }

    private func step() {
        guard level > 0 else { return endTree() }
        let frame = frames[level - 1]
        guard frame.page.kind == .branch, frame.next < frame.page.count else {
            level -= 1
            return
        }
        frames[level - 1].next += 1
        enter(frame.page.child(of: frame.next), bounds(ofNext: frame))
    }

    /// The keys of the page that the next node of an inner page leads to.
    private func bounds(ofNext frame: Frame) -> KeyBounds {
        let (next, page) = (frame.next, frame.page)
        return KeyBounds(
            lower: next == 0 ? frame.keys.lower : page.key(of: next),
            upper: next + 1 < page.count ? page.key(of: next + 1) : frame.keys.upper
        )
    }

    private func enter(_ number: UInt64, _ keys: KeyBounds) {
        readPageCount += 1
        if level == frames.count { frames.append(Frame(page: NodePage(of: file))) }
        do throws(PageDefect) {
            try reach(number)
            try frames[level].page.load(number, of: file)
            try check(frames[level].page, keys)
        } catch {
            return note(error, page: number, keys)
        }
        frames[level].number = number
        frames[level].next = 0
        frames[level].keys = keys
        level += 1
        let page = frames[level - 1].page
        visitor.visit(
            ReachedPage(
                number: number,
                pageCount: 1,
                tree: tree,
                kind: page.kind == .branch ? .branch : .leaf,
                gap: page.gap,
                sparePageCount: 0
            )
        )
        switch page.kind {
        case .branch:
            tally.branchPageCount += 1
            skipToStart(page)
        case .leaf:
            tally.leafPageCount += 1
            tally.entryCount += UInt64(page.count)
            visitRecords(of: frames[level - 1])
        }
    }

    /// Counts pages as reached, unless one of them is elsewhere.
    func reach(_ first: UInt64, count: UInt64 = 1) throws(PageDefect) {
        guard first > 1, first < reached.count, count <= reached.count - first else {
            throw .badReference(first)
        }
        for page in first..<first + count {
            if free.contains(page) { throw .free }
            guard reached.insert(page) else { throw .reachedTwice }
            pageCount += 1
        }
    }

    /// Counts pages that were read besides those of nodes.
    func noteRead(pageCount: Int) {
        readPageCount += pageCount
    }

    /// Counts a page as free; answers whether it can be.
    func reachFree(_ page: UInt64) -> Bool {
        guard page > 1, !reached.contains(page), free.insert(page) else { return false }
        freeCount += 1
        return true
    }

    private func check(_ page: NodePage, _ keys: KeyBounds) throws(PageDefect) {
        let isLast = level + 1 == record.depth
        guard (page.kind == .leaf) == isLast else { throw .wrongKind(flags: page.kind.rawValue) }
        // LMDB leaves inner pages of a single node in the list of free pages alone (ITS#8336).
        if page.kind == .branch && page.count < 2 && tree != .freeList { throw .tooFewNodes }
        // Sound by itself, it says nothing of the keys that belong here.
        if tree != .tableList && page.describesTables
            || tree != .freeList && page.listsFreePages(below: reached.count)
        {
            throw .wrongKind(flags: page.kind.rawValue)
        }
        let bytes = unsafe page.bytes.span.bytes
        var last: Range<Int>?
        for index in (page.kind == .branch ? 1 : 0)..<page.count {
            let range = page.keyRange(of: index)
            if tree == .freeList && range.count != 8 { throw .badKey }
            let key = bytes.extracting(range)
            if let last {
                let isBehind = tree.areAscending(bytes.extracting(last), key)
                if !isBehind { throw .keyOutOfOrder }
            } else if !keys.lower.isEmpty,
                unsafe tree.areAscending(key, keys.lower.span.bytes)
            {
                throw .keyOutOfBounds
            }
            last = range
        }
        if let upper = keys.upper, let last,
            unsafe !tree.areAscending(bytes.extracting(last), upper.span.bytes)
        {
            throw .keyOutOfBounds
        }
    }

    /// Passes over the children that lie before the position to start from.
    private func skipToStart(_ page: NodePage) {
        guard let start, start.tree == tree, !start.key.isEmpty else { return }
        let key = unsafe start.key.span.bytes
        var next = 0
        while next + 1 < page.count,
            page.withKey(of: next + 1, { !key.precedes($0) })
        {
            next += 1
        }
        frames[level - 1].next = next
    }

    func note(_ defect: PageDefect, page: UInt64?, _ keys: KeyBounds = KeyBounds()) {
        isTreeWhole = false
        note(defect, page: page, ofTree: tree, keys)
    }

    private func note(
        _ defect: PageDefect,
        page: UInt64?,
        ofTree tree: PageTree?,
        _ keys: KeyBounds = KeyBounds()
    ) {
        visitor.note(PageFinding(page: page, tree: tree, defect: defect, keys: keys))
    }
}
