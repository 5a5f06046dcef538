/// A read on its way, for who does not wait for it: run on one state of the store, then told its
/// end.
///
/// An engine calls `run` once at most, then `finish` once, one after the other, on any thread.
package protocol ReadJob: AnyObject, Sendable {
    /// Reads what it needs; the view is good until this returns.
    func run(on view: any ReadView)

    /// Tells the end: that it has run, or why it could not.
    func finish(_ failure: StorageError?)
}
