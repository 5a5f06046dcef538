import Glibc

/// What is wrong with a page, or with what leads to it.
package enum PageDefect: Error, Sendable, Equatable {
    /// It lies behind the end of the file.
    case behindEnd
    /// The system cannot read it.
    case unreadable(errno: Int32)
    /// It says that it is another page.
    case wrongNumber(UInt64)
    /// It is of another kind than its place in the tree asks for.
    case wrongKind(flags: UInt16)
    /// Its list of nodes, or the nodes themselves, would begin outside of it.
    case wrongBounds
    /// It has fewer nodes than a page of its kind.
    case tooFewNodes
    /// The nodes do not fill its end exactly once.
    case wrongNodes
    /// A node is of a kind that no table has.
    case unknownNode
    /// A key is empty or too long.
    case badKey
    /// Keys do not ascend.
    case keyOutOfOrder
    /// A key is not within the bounds that the page above gives.
    case keyOutOfBounds
    /// It leads to a page that does not exist.
    case badReference(UInt64)
    /// It was reached before.
    case reachedTwice
    /// It is listed as free, and was reached as well.
    case free
    /// The run of pages of a long value is shorter than the value, or not all there.
    case badRun
    /// What describes a table is none.
    case badTreeRecord
    /// What lists free pages is no list of pages.
    case badFreeList
    /// A tree does not have as many as it says.
    case wrongCount(Count, said: UInt64, found: UInt64)
    /// So many pages are neither reached nor listed as free.
    case lostPages(UInt64)
    /// It is a meta page, and does not describe the file.
    case badMetaPage
    /// The last page is so far behind the end of the file that it cannot be right.
    case badLastPage(UInt64)

    /// What is counted.
    package enum Count: String, Sendable {
        /// Pages of inner nodes.
        case branchPages = "inner pages"
        /// Pages of records.
        case leafPages = "pages of records"
        /// Pages of long values.
        case overflowPages = "pages of long values"
        /// Records.
        case entries = "records"
    }
}

extension PageDefect: CustomStringConvertible {
    /// What is wrong, in a few words without a full stop, and without what the page holds.
    package var description: String {
        switch self {
        case .behindEnd: "it lies behind the end of the file, which was cut short"
        case .unreadable(let number):
            unsafe "it cannot be read (\(String(cString: strerror(number))))"
        case .wrongNumber(let number): "it says that it is page \(number)"
        case .wrongKind(let flags):
            "it is of another kind than its place (\(String(flags, radix: 16)))"
        case .wrongBounds: "its header is damaged"
        case .tooFewNodes: "it has too few nodes"
        case .wrongNodes: "its nodes overlap, or do not fill it"
        case .unknownNode: "a node is of an unknown kind"
        case .badKey: "a key is empty or too long"
        case .keyOutOfOrder: "its keys do not ascend"
        case .keyOutOfBounds: "a key is outside of what leads to it"
        case .badReference(let number): "it leads to page \(number), which does not exist"
        case .reachedTwice: "it is reached twice"
        case .free: "it is in use and listed as free"
        case .badRun: "the pages of a long value are damaged"
        case .badTreeRecord: "what describes a table is damaged"
        case .badFreeList: "a list of free pages is damaged"
        case .wrongCount(let kind, let said, let found):
            "it says that it has \(said) \(kind.rawValue), and has \(found)"
        case .lostPages(let count): "\(count) pages are neither in use nor free"
        case .badMetaPage: "it does not describe the file"
        case .badLastPage(let number): "the last page would be \(number)"
        }
    }
}

/// A page that is not as it must be, and what it is part of.
package struct PageFinding: Sendable, Equatable {
    /// The page; nil for what is wrong with a tree or the file as a whole.
    package let page: UInt64?
    /// The tree that leads to it; nil for what is wrong with the file as a whole.
    package let tree: PageTree?
    /// What is wrong.
    package let defect: PageDefect
    /// The keys that it holds, as far as the pages above it tell.
    package let keys: KeyBounds
}

/// The keys that a page may have, as the pages above it say.
package struct KeyBounds: Sendable, Equatable {
    /// No key is smaller; empty if there is no bound.
    package var lower: [UInt8] = []
    /// All keys are smaller; nil if there is no bound.
    package var upper: [UInt8]?

    /// Bounds that every key is within.
    package init() {}

    init(lower: [UInt8], upper: [UInt8]?) {
        self.lower = lower
        self.upper = upper
    }
}
