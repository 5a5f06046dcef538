/// A connection with one live stream: it watches what one user receives, or a feed as that user.
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
    private let isOfPool: Bool

    /// Watches from the beginning on what a user receives, or the feed of a pool.
    init(
        _ connection: consuming LoadConnection,
        user: Int,
        of pool: String?,
        _ addressBook: AddressBook
    ) {
        self.user = user
        self.connection = connection
        isOfPool = pool != nil
        // Empty: no cursor. A feed is a `WatchedFeed`, feeds = 3, of its name alone, feed = 1.
        var request = ByteBuffer()
        if let name = pool.map({ Array($0.utf8) }) {
            precondition(name.count < 0x7E, "The length of a name takes one byte.")
            request.append(field: 3, byteCount: 2 + name.count)
            request.append(field: 1, byteCount: name.count)
            request.append(name)
        }
        addressBook.withToken(of: user) { token in
            CallMaterial.watch.append(
                to: &self.connection.output,
                RequestTemplate.Envelope(streamID: 1, token: token),
                request.bytes
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
            let isLastForNow = PageCheck.forEachArrival(in: frame.body, ofPool: isOfPool) { text in
                if wasUpToDate { body(text) }
            }
            if isLastForNow == true { isUpToDate = true }
        }
        if frames.isBroken { connection.end(poller) } else { connection.carry(frames.rest) }
        hasEnded = connection.hasEnded
    }
}
