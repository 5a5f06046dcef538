internal import Connect
internal import Locking

/// The streams that are open.
final class WebStreams: Sendable {
    private let open = Mutex<[ObjectIdentifier: WebStream]>([:])

    /// Takes note of a stream.
    func insert(_ stream: WebStream) {
        open.withLock { $0[ObjectIdentifier(stream)] = stream }
    }

    /// Lets a stream go that is over.
    func remove(_ stream: WebStream) {
        open.withLock { $0[ObjectIdentifier(stream)] = nil }
    }

    /// Ends all of them.
    func end(_ error: ConnectError) {
        for stream in open.withLock({ Array($0.values) }) { stream.end(error) }
    }

    /// How many are open.
    var count: Int { open.withLock { $0.count } }
}
