/// To which part of a store a record belongs, for engines that keep parts in different places.
package enum Partition: Hashable, Sendable {
    /// What somebody has: it is read and changed together.
    case person(UInt64)
    /// What some share, such as a collection, a pool, a channel or an account of several.
    case shared(UInt64)
    /// Neither: it is found by its own key alone, wherever that leads.
    case alone
}
