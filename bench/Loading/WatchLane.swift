/// A connection with one live stream: it watches what one user receives.
///
/// Used on its load thread alone.
final class WatchLane {
    /// Whom it watches.
    let user: Int
    /// Whether it has what was there before.
    private(set) var isUpToDate = false
    /// The numbers of the notes that came, if they are to be verified.
    var numbers: Set<UInt64> = []
    private var connection: LoadConnection

    /// Watches a user from the first note on.
    init(_ connection: consuming LoadConnection, user: Int, _ addressBook: AddressBook) {
        self.user = user
        self.connection = connection
        addressBook.withToken(of: user) { token in
            // An empty request: no cursor.
            CallMaterial.watch.append(
                to: &self.connection.output,
                RequestTemplate.Envelope(streamID: 1, token: token),
                UnsafeRawBufferPointer(start: nil, count: 0)
            )
        }
    }

    /// Whether no more events come.
    private(set) var hasEnded = false

    /// Sends the request.
    func flush(_ poller: borrowing Poller) {
        connection.flush(poller)
    }

    /// Takes what has arrived, and hands on the contents of the notes that came live.
    func receive(
        into room: UnsafeMutableRawBufferPointer,
        _ poller: borrowing Poller,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        guard let bytes = connection.receive(into: room, poller) else {
            hasEnded = connection.hasEnded
            return
        }
        var frames = FrameWalk(bytes)
        while let frame = frames.next() {
            guard frame.kind == .message else {
                hasEnded = true
                return
            }
            let wasUpToDate = isUpToDate
            let isLastForNow = PageCheck.forEachArrival(in: frame.body) { content in
                if wasUpToDate { body(content) }
            }
            if isLastForNow == true { isUpToDate = true }
        }
        if frames.isBroken { connection.end(poller) } else { connection.carry(frames.rest) }
        hasEnded = connection.hasEnded
    }
}
