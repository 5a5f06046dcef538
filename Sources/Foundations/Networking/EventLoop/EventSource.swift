import CLinux

/// An object whose descriptor an event loop watches.
protocol EventSource: AnyObject {
    /// Acts on what the descriptor is ready for, on the loop.
    func handle(_ readiness: Readiness)

    /// Gives the descriptor up, since the loop is about to end.
    func loopWillEnd()
}

/// What a descriptor is watched for, and what it turned out to be ready for.
struct Readiness: OptionSet {
    let rawValue: UInt32

    /// Bytes, an end of stream or a new connection can be read.
    static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    /// Bytes can be sent, or a connection attempt has ended.
    static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The descriptor has failed; reported without being asked for.
    static let failed = Readiness(rawValue: EPOLLERR.rawValue)
    /// Both directions have ended; reported without being asked for.
    static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// Asks to be told of each change once, instead of again and again until it is acted upon.
    static let onChange = Readiness(rawValue: EPOLLET.rawValue)
}
