import Glibc

/// One pass over a data file that overwrites with zeros whatever the file holds and means nothing:
/// free pages, the gaps of pages in use, the ends of runs, and what lies behind the last page.
///
/// LMDB leaves there what it finds: pages that were freed keep their records, and a page that is
/// written takes its gap from whatever its memory held before (`overwriteBuffers`).
///
/// Each step holds LMDB's writer lock, in a transaction that is never committed: so nothing is
/// committed meanwhile, and the newest state stays the newest. Written is only
///
/// - between the list of nodes and the nodes of a page, or behind the value of a run, in the newest
///   state. No reader follows these bytes, in whatever state the page is. The file is changed in
///   place, and the map shows it at once. A power cut may leave some sectors of the write and not
///   others; what lies in a sector besides the gap is the same before and after. That a sector is
///   written whole or not at all LMDB needs as well, for its meta pages;
/// - to free pages that LMDB itself could use for its next transaction. Those were freed before the
///   newest state and before that of the oldest reader, so neither of the two states of the file
///   nor any reader leads to them. A power cut finds them in whatever state, which nobody sees.
///
/// LMDB's list of free pages is not trusted for that: a damaged one may name pages in use. Gaps
/// come first, on a walk over all trees, and a page that it reached is left alone. A page in use
/// that it did not reach came into use during the pass, which takes it out of the list. Where the
/// walk finds damage it cannot tell what lies below, and the pass ends.
///
/// A run may have more pages than its value needs, and only its header says so: a single wrong bit
/// there, and they are another's. So they are left alone. Lists of free pages have such runs, which
/// hold zeros or numbers of pages; of tables those alone in which one transaction put a value and
/// then a shorter one in its place, and then the pass is not whole.
///
/// What a commit between two steps moves is cleaned all the same: it was written by buffers that
/// had been overwritten when the pass began; and the page where it was has had its gap cleaned, or
/// is found free later. So at the end the file holds nothing that was deleted before the beginning,
/// but for what readers held (`isWhole`).
package final class PageCleaning {
    private let environment: Environment
    private let descriptor: Int32
    private var stage = Stage.gaps(nil)
    /// Pages that were in use when the walk came to them.
    private var reached = PageSet(count: 0)
    /// The newest state when the pass began.
    package let firstTransactionID: UInt64
    /// Free pages that this pass has overwritten.
    private var cleaned = PageSet(count: 0)
    /// The state of which the list of free pages was read last, and the entry to go on with.
    private var listing: (transactionID: UInt64, entry: UInt64) = (0, 0)
    /// Whether all free pages that nobody can need were overwritten, and no table has pages whose
    /// owner is uncertain.
    package private(set) var isWhole = true
    /// Bytes that were written.
    package private(set) var writtenByteCount = 0

    /// What is overwritten next.
    private enum Stage {
        /// The gaps of pages in use, from a position on.
        case gaps(PageWalk.Position?)
        case freePages
        /// What lies behind the last page, from a place in the file on.
        case end(offset: Int)
        case flush
        case done
    }

    /// Pages that are looked at in one step: what the disk reads in milliseconds.
    private static let pageCountMax = 512

    /// Begins a pass.
    package init(of environment: Environment) throws(LMDBError) {
        self.environment = environment
        descriptor = try environment.descriptor()
        firstTransactionID = UInt64(try environment.information().lastTransactionID)
    }

    /// Whether all was looked at and what was written is durable.
    package var isDone: Bool {
        if case .done = stage { true } else { false }
    }

    /// Takes the next step, on the thread that writes to the environment.
    ///
    /// - Throws: `.io` if the file cannot be read or written, `.invalid` or `.corrupted` if it is
    ///   damaged; nothing that might be in use was overwritten.
    package func step() throws(LMDBError) {
        if case .flush = stage {
            try checkErrno { fdatasync(descriptor) }
            stage = .done
            return
        }
        // Dropped without being committed.
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            try step(holding: transaction)
        }
    }

    private func step(holding transaction: borrowing WriteTransaction) throws(LMDBError) {
        let file = try DataFile(duplicating: descriptor)
        let newest = try environment.information().lastTransactionID
        guard let state = file.state(asOf: UInt64(newest)) else { throw .invalid }
        switch stage {
        case .freePages: try cleanFreePages(of: file, state)
        case .end(let offset): try cleanEnd(of: file, state, from: offset)
        case .gaps(let position): try cleanGaps(of: file, state, from: position)
        case .flush, .done: return
        }
    }
}

// Free pages.
extension PageCleaning {
    private func cleanFreePages(
        of file: DataFile,
        _ state: DatabaseState
    ) throws(LMDBError) {
        cleaned.grow(to: state.lastPageNumber + 1)
        // A commit may have moved entries to smaller numbers.
        if listing.transactionID != state.transactionID { listing = (state.transactionID, 0) }
        let oldestReader = try environment.readers().compactMap(\.transactionID).min()
        let oldest = min(state.transactionID, oldestReader.map(UInt64.init) ?? .max)
        let (pages, isAtEnd) = try environment.read { transaction throws(LMDBError) in
            try freePages(freedBefore: oldest, transaction)
        }
        try overwrite(pages.sorted(), of: file)
        guard isAtEnd else { return }
        isWhole = isWhole && oldest == state.transactionID
        let end = (state.lastPageNumber + 1).multipliedReportingOverflow(
            by: UInt64(file.pageByteCount)
        )
        stage = .end(offset: end.overflow ? .max : Int(clamping: end.partialValue))
    }

    /// The next pages of the list that were not overwritten yet, and whether these are the last.
    ///
    /// A transaction that writes may not look at the list (`mdb_cursor_open`).
    private func freePages(
        freedBefore oldest: UInt64,
        _ transaction: borrowing ReadTransaction
    ) throws(LMDBError) -> (pages: [UInt64], isAtEnd: Bool) {
        var pages: [UInt64] = []
        var isAtEnd = true
        var isSound = true
        try transaction.withCursor(on: .freeList(of: environment)) { cursor throws(LMDBError) in
            let isThere = try unsafe withUnsafeBytes(of: listing.entry) {
                (bytes) throws(LMDBError) in
                try unsafe cursor.seek(atLeast: bytes.bytes)
            }
            guard isThere else { return }
            try cursor.forEach(.forwards) { key, value in
                guard let entry = key.freeingTransaction, let count = value.freePageCount else {
                    isSound = false
                    return false
                }
                guard entry < oldest else { return false }
                listing.entry = entry
                for index in 0..<count {
                    let page = value.freePage(index)
                    guard pages.count < Self.pageCountMax else {
                        isAtEnd = false
                        return false
                    }
                    guard page > 1, !reached.contains(page) else { continue }
                    if cleaned.insert(page) { pages.append(page) }
                }
                return true
            }
        }
        guard isSound else { throw .corrupted }
        return (pages, isAtEnd)
    }

    private func overwrite(_ pages: [UInt64], of file: DataFile) throws(LMDBError) {
        var first = 0
        while first < pages.count {
            var end = first + 1
            while end < pages.count, pages[end] == pages[end - 1] + 1 { end += 1 }
            let size = file.pageByteCount
            // A page that was counted and never written has no bytes.
            let start = min(Int(clamping: pages[first]), file.byteCount / size) * size
            let byteCount = min((end - first) * size, file.byteCount - start)
            try overwrite(start..<(start + max(byteCount, 0)))
            first = end
        }
    }
}

// The end of the file and the gaps of pages.
extension PageCleaning {
    /// A transaction that came to nothing may have written there.
    private func cleanEnd(
        of file: DataFile,
        _ state: DatabaseState,
        from offset: Int
    ) throws(LMDBError) {
        let (end, overflow) = (state.lastPageNumber + 1).multipliedReportingOverflow(
            by: UInt64(file.pageByteCount)
        )
        let start = overflow ? file.byteCount : max(offset, Int(clamping: end))
        let stop = min(file.byteCount, start + Self.pageCountMax * file.pageByteCount)
        guard start < stop else {
            stage = .flush
            return
        }
        try overwrite(start..<stop)
        stage = .end(offset: stop)
    }

    private func cleanGaps(
        of file: DataFile,
        _ state: DatabaseState,
        from position: PageWalk.Position?
    ) throws(LMDBError) {
        let found = PagesInUse(pageByteCount: file.pageByteCount)
        let walk = PageWalk(of: file, asOf: state, from: position, visitor: found)
        walk.advance(pageCountMax: Self.pageCountMax)
        guard !found.areDamaged else { throw .corrupted }
        reached.grow(to: state.lastPageNumber + 1)
        for run in found.runs {
            for page in run { _ = reached.insert(page) }
        }
        for gap in found.gaps { try overwrite(gap) }
        isWhole = isWhole && !found.haveSparePages
        stage = walk.isDone ? .freePages : .gaps(walk.position)
    }

    /// Gathers which pages are in use, and where their gaps are, counted from the beginning of the
    /// file.
    private final class PagesInUse: PageVisitor {
        private let pageByteCount: Int
        private(set) var runs: [Range<UInt64>] = []
        private(set) var gaps: [Range<Int>] = []
        /// Whether a run of a table has more pages than its value needs.
        private(set) var haveSparePages = false
        private(set) var areDamaged = false

        init(pageByteCount: Int) {
            self.pageByteCount = pageByteCount
        }

        func visit(_ page: ReachedPage) {
            // The walk has compared both with the size of the file.
            runs.append(page.number..<page.number + page.pageCount)
            if page.tree != .freeList, page.sparePageCount > 0 { haveSparePages = true }
            guard !page.gap.isEmpty else { return }
            let start = Int(page.number) * pageByteCount
            gaps.append((start + page.gap.lowerBound)..<(start + page.gap.upperBound))
        }

        func note(_ finding: PageFinding) {
            areDamaged = areDamaged || finding.defect.isDangerous
        }
    }

    /// Writes zeros where there is anything else.
    private func overwrite(_ range: Range<Int>) throws(LMDBError) {
        guard !range.isEmpty else { return }
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = try checkErrno {
            unsafe Int32(clamping: pread(descriptor, &bytes, bytes.count, range.lowerBound))
        }
        guard bytes.prefix(Int(count)).contains(where: { $0 != 0 }) else { return }
        let zeros = [UInt8](repeating: 0, count: Int(count))
        var written = 0
        while written < zeros.count {
            let result = unsafe zeros.withUnsafeBytes { zeros in
                unsafe pwrite(
                    descriptor,
                    zeros.baseAddress?.advanced(by: written),
                    zeros.count - written,
                    range.lowerBound + written
                )
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw .io(errno: errno)
            }
            written += result
        }
        writtenByteCount += written
    }
}

extension Environment {
    /// Overwrites the memory in which LMDB puts pages together, by filling pages with zeros in a
    /// transaction that is never committed.
    ///
    /// LMDB keeps that memory from transaction to transaction, and a page takes its gap from what
    /// an earlier one left there. Nothing is written to the file.
    ///
    /// - Parameters:
    ///   - pageCount: pages that one transaction has had at most; fewer where the map is full.
    ///   - table: a table whose keys are all smaller than eight bytes of `FF`.
    /// - Throws: Why no transaction could be begun.
    package func overwriteBuffers(pageCount: Int, in table: Table) throws(LMDBError) {
        // Two nodes fill a page: its header has 16 bytes, and for each node there are 2 and, before
        // its key, 8 more.
        let nodeByteCount = (metaPages.pageByteCount - 16) / 2 - 2
        let keyByteCount = MemoryLayout<UInt64>.size
        let valueByteCount = nodeByteCount - 8 - keyByteCount
        try write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            for number in 0..<UInt64(2 * pageCount) {
                let key = (UInt64.max - UInt64(2 * pageCount) + number).bigEndian
                do throws(LMDBError) {
                    try unsafe withUnsafeBytes(of: key) { (key) throws(LMDBError) in
                        try unsafe transaction.append(
                            byteCount: valueByteCount,
                            for: key.bytes,
                            in: table
                        ) { unsafe $0.initializeMemory(as: UInt8.self, repeating: 0) }
                    }
                } catch .mapFull {
                    return
                }
            }
        }
    }
}
