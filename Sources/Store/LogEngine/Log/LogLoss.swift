/// What a store's log lacks of what it is known to have had.
package enum LogLoss: Error, Equatable, Sendable {
    /// A file of this name is not there.
    case missing(file: String)
    /// A file ends before the length that it is known to have had.
    case short(file: String, byteCount: Int, known: Int)
    /// A file is that of another store's log.
    case foreign(file: String)
    /// The file that says how far the log reaches cannot be read.
    case damagedExtent
    /// Batches that were acknowledged are not there, or not as they were written; the file that
    /// had them is named if it is known.
    case batches(ClosedRange<UInt64>, file: String?)

    /// What is missing, in words that can follow a colon.
    package var summary: String {
        switch self {
        case .missing(let file): "\(Self.path(file)) is missing"
        case .short(let file, let byteCount, let known):
            "\(Self.path(file)) has \(byteCount) of its \(known) bytes"
        case .foreign(let file): "\(Self.path(file)) is of another store"
        case .damagedExtent: "\(Self.path(LogExtent.fileName)) is not as it was written"
        case .batches(let range, let file):
            (range.count == 1 ? "batch \(range.lowerBound)" : "batches \(range.text)")
                + " of \(file.map(Self.path) ?? "the log") "
                + (range.count == 1 ? "is missing" : "are missing")
        }
    }

    /// What an operator is told of the store at a path: what is missing, and the ways out.
    package func explanation(store: String) -> String {
        Self.explanation(of: summary, store: store)
    }

    /// The same, of a summary.
    package static func explanation(of summary: String, store: String) -> String {
        "The log of the store in \(store) is not whole: \(summary). Bring back the files that "
            + "belong together, restore a backup, or go on without what is missing with "
            + "'notelet-admin store accept-loss --store \(store)'. Nothing was written."
    }

    private static func path(_ file: String) -> String { LogTail.directoryName + "/" + file }
}

extension ClosedRange<UInt64> {
    fileprivate var text: String { "\(lowerBound) to \(upperBound)" }
}
