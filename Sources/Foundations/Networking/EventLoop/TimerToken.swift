/// Names one scheduled timer of one event loop, for `EventLoop.cancel(_:)`.
///
/// It holds nothing alive and stays harmless after its timer has fired.
package struct TimerToken: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32
}
