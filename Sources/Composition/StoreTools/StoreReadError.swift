/// Why what a store is kept in cannot be read.
package enum StoreReadError: Error, Equatable, Sendable {
    /// There is none.
    case missing
    /// There is something, and it is no store of the engine, or one that was cut short.
    case foreign
    /// A version of the engine that this program does not know wrote it.
    case otherFormat
    /// The store was made by an earlier version, which did not have this table.
    case tableMissing(String)
    /// The system refused, with this `errno`.
    case system(Int32)
    /// Something that was acknowledged is missing: what, in words that can follow a colon.
    case incomplete(String)
    /// There are changes that this version does not know.
    case unknownChanges
    /// Something else is wrong.
    case unreadable(String)
}
