/// Is told what a walk over the pages of a data file finds.
package protocol PageVisitor: AnyObject {
    /// A page, or a run of pages, that is part of a tree and sound by itself.
    func visit(_ page: ReachedPage)
    /// A record of a sound page, in the order of keys; what describes a table is none.
    func visit(key: RawSpan, value: RawSpan, of tree: PageTree, onPage page: UInt64)
    /// A page that is listed as free, and the transaction that freed it.
    func visitFree(_ page: UInt64, freedBy transactionID: UInt64)
    /// Something that is wrong. What lies below a damaged page is not visited.
    func note(_ finding: PageFinding)
}

extension PageVisitor {
    /// Does nothing.
    package func visit(_ page: ReachedPage) {}

    /// Does nothing.
    package func visit(key: RawSpan, value: RawSpan, of tree: PageTree, onPage page: UInt64) {}

    /// Does nothing.
    package func visitFree(_ page: UInt64, freedBy transactionID: UInt64) {}
}

/// A page that is part of a tree, or the run of pages of a long value.
package struct ReachedPage: Sendable, Equatable {
    /// The page, or the first one of a run.
    package let number: UInt64
    /// Pages: more than one for a run alone.
    package let pageCount: UInt64
    /// What it is part of.
    package let tree: PageTree
    /// What it holds.
    package let kind: Kind
    /// The bytes, counted from its beginning, that mean nothing: between the list of nodes and the
    /// nodes, or behind the long value in the page that it ends in.
    package let gap: Range<Int>
    /// Pages of a run behind the one that its value ends in.
    ///
    /// LMDB allocates what a value needs, and leaves a run as long as it is where the transaction
    /// that made it puts a shorter value (mdb_cursor_put), or fills less of a list of free pages
    /// than it had reserved (mdb_freelist_save). That these pages are its own nothing but its
    /// header says.
    package let sparePageCount: UInt64

    /// What a page holds.
    package enum Kind: Sendable {
        /// Nodes that lead to other pages.
        case branch
        /// Records.
        case leaf
        /// A value too long for a page of records.
        case overflow
    }
}
