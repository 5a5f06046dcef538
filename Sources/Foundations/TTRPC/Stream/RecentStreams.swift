/// The streams that this side ended while the peer could still send data on them.
///
/// The protocol has no reset: such a peer learns of the end only when the response reaches it, and
/// what it sent until then is no fault. 64 streams are remembered; the oldest is forgotten first.
struct RecentStreams {
    private var ids: [StreamID] = []
    private var oldestIndex = 0

    private static let countMax = 64

    /// Remembers a stream.
    mutating func insert(_ id: StreamID) {
        guard ids.count == Self.countMax else {
            ids.append(id)
            return
        }
        ids[oldestIndex] = id
        oldestIndex = (oldestIndex + 1) % Self.countMax
    }

    /// Whether the stream is remembered.
    func contains(_ id: StreamID) -> Bool {
        ids.contains(id)
    }

    /// Forgets a stream, since its peer has closed it too.
    mutating func remove(_ id: StreamID) {
        guard let index = ids.firstIndex(of: id) else { return }
        // Zero is no client's stream; the place is used again in turn.
        ids[index] = StreamID(0)
    }
}
