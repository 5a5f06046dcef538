import CLMDB

/// Where the pages of a store's file are, as of one snapshot.
///
/// Each page up to the last one is a meta page, holds records, or is free: if the sum is another,
/// pages are lost or used twice.
package struct PageAccount: Sendable, Equatable {
    /// Pages of the file, up to the last one that was ever in use.
    package let pageCount: Int
    /// Pages that wait to be used again.
    package let freePageCount: Int
    /// Pages of tables.
    package let tablePageCount: Int
    /// Pages that LMDB needs for itself: two meta pages, the list of tables, that of free pages.
    package let ownPageCount: Int

    /// Whether each page is accounted for once.
    package var isBalanced: Bool { freePageCount + tablePageCount + ownPageCount == pageCount }
}

extension Environment {
    /// Counts the pages of all tables of the file, also those that this program does not know.
    ///
    /// - Throws: `.corrupted` if the list of free pages is not one, `.invalid` as for
    ///   `withPageWalk(from:visitor:_:)`.
    package func pageAccount() throws(LMDBError) -> PageAccount {
        try readState { (transaction, _, state) throws(LMDBError) in
            try transaction.pageAccount(lastPageNumber: Int(clamping: state.lastPageNumber))
        }
    }

    /// Counts the pages that wait to be used again.
    ///
    /// - Throws: `.corrupted` if the list of free pages is not one.
    package func freePageCount() throws(LMDBError) -> Int {
        try read { (transaction) throws(LMDBError) in try transaction.freePageCount() }
    }
}

/// Pages that wait to be used again.
package struct FreePages: Sendable, Equatable {
    /// How many they are.
    package let count: Int
    /// How many of them lie side by side, so many at least.
    package let runPageCount: Int
}

extension Environment {
    /// Counts the pages that wait to be used again, and those of them that lie in runs of at least
    /// `lengthMin` pages: what has several pages needs them side by side.
    ///
    /// - Throws: `.corrupted` if the list of free pages is not one.
    package func freePages(inRunsOf lengthMin: Int) throws(LMDBError) -> FreePages {
        // A transaction that is newer may have freed pages behind these; there will be more.
        let pageCount = try information().lastPageNumber + 1
        var pages = PageSet(count: UInt64(pageCount))
        var count = 0
        try read { (transaction) throws(LMDBError) in
            try transaction.forEachFreePage { page in
                if pages.insert(page) { count += 1 }
            }
        }
        return FreePages(count: count, runPageCount: pages.count(inRunsOf: lengthMin))
    }
}

extension ReadTransaction {
    /// The names of all tables of the file.
    package borrowing func tableNames() throws(LMDBError) -> [String] {
        var names: [String] = []
        try withCursor(on: .listOfTables(of: environment)) { (cursor) throws(LMDBError) in
            guard try cursor.first() else { return }
            try cursor.forEach(.forwards) { name, _ in
                names.append(
                    unsafe name.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
                )
                return true
            }
        }
        return names
    }

    fileprivate borrowing func pageAccount(
        lastPageNumber: Int
    ) throws(LMDBError) -> PageAccount {
        var tablePageCount = 0
        for name in try tableNames() {
            var table: MDB_dbi = 0
            try unsafe check(mdb_dbi_open(handle, name, 0, &table))
            tablePageCount += try statistics(
                of: Table(handle: table, environmentID: environment.identifier)
            ).pageCount
        }
        let ownPageCount =
            try statistics(of: .listOfTables(of: environment)).pageCount
            + statistics(of: .freeList(of: environment)).pageCount
        return PageAccount(
            pageCount: lastPageNumber &+ 1,
            freePageCount: try freePageCount(),
            tablePageCount: tablePageCount,
            ownPageCount: 2 + ownPageCount
        )
    }

    /// Lends each page of the list of free pages.
    fileprivate borrowing func forEachFreePage(_ body: (UInt64) -> Void) throws(LMDBError) {
        try forEachFreeing { pages, count in
            for index in 0..<count { body(pages.freePage(index)) }
        }
    }

    /// Counts the entries of the list of free pages.
    fileprivate borrowing func freePageCount() throws(LMDBError) -> Int {
        var total = 0
        try forEachFreeing { _, count in total += count }
        return total
    }

    /// Lends each record of the list of free pages, and how many it names.
    private borrowing func forEachFreeing(
        _ body: (_ pages: RawSpan, _ count: Int) -> Void
    ) throws(LMDBError) {
        var isSound = true
        try withCursor(on: .freeList(of: environment)) { (cursor) throws(LMDBError) in
            guard try cursor.first() else { return }
            try cursor.forEach(.forwards) { _, pages in
                guard let count = pages.freePageCount else {
                    isSound = false
                    return false
                }
                body(pages, count)
                return true
            }
        }
        guard isSound else { throw .corrupted }
    }
}

extension Table {
    /// The pages that were freed, by transaction: LMDB's table 0, which can be read like others.
    static func freeList(of environment: Environment) -> Table {
        Table(handle: 0, environmentID: environment.identifier)
    }

    /// The records that describe tables: LMDB's table 1.
    fileprivate static func listOfTables(of environment: Environment) -> Table {
        Table(handle: 1, environmentID: environment.identifier)
    }
}

extension TableStatistics {
    /// Pages of all kinds.
    package var pageCount: Int { branchPageCount + leafPageCount + overflowPageCount }
}
