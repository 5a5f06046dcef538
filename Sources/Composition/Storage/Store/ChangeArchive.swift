/// What is kept of all changes of a store for good, from which what was erased has to go as well.
package protocol ChangeArchive: AnyObject, Sendable {
    /// Does what is due from time to time; called each 30 seconds.
    func maintain()

    /// Has nothing left behind of what was erased; blocks until that is done.
    ///
    /// - Returns: Whether it was; not where something cannot be read or written.
    func clean() -> Bool

    /// Ends what goes on; blocks until then.
    func close()
}
