public import NoteletClient

extension Notelet {
    /// The orders of a pool that can be taken or are on their way, the newest first, as they are
    /// and anew after each change; agents alone may follow them.
    ///
    /// - Parameters:
    ///   - pool: The name of a pool.
    ///   - report: What is told when the connection was lost, and when it is there again.
    /// - Returns: The lists; the sequence ends when the pool is taken away, or may not be followed
    ///   any more.
    public func observeOrders(
        inPool pool: String,
        reporting report: @escaping @Sendable (WatchConnection) -> Void = { _ in }
    ) -> LiveListSequence<Order> {
        let feed = WatchedFeed(feed: Self.feed(ofPool: pool))
        return LiveListSequence(watch([feed], reporting: report), order: Self.isNewer) {
            change throws(NoteletError) in
            switch try change.read(OrderChange.self)?.kind {
            case .opened(let order), .taken(let order), .released(let order):
                .put(order, id: order.id)
            case .closed(let order): .delete(id: order.id)
            case nil: nil
            }
        }
    }

    /// What was said about an order, the newest first, as it is and anew after each message; those
    /// who are in the channel may follow it.
    ///
    /// Which messages are the caller's own, a feed does not say.
    ///
    /// - Parameters:
    ///   - orderID: The id of an order.
    ///   - report: What is told when the connection was lost, and when it is there again.
    /// - Returns: The lists; the sequence ends when the caller is in the channel no more.
    public func observeMessages(
        ofOrder orderID: [UInt8],
        reporting report: @escaping @Sendable (WatchConnection) -> Void = { _ in }
    ) -> LiveListSequence<ChatMessage> {
        let feed = WatchedFeed(feed: Self.feed(ofChannel: orderID))
        return LiveListSequence(
            watch([feed], reporting: report),
            order: { $0.number > $1.number }
        ) { change throws(NoteletError) in
            switch try change.read(ChannelChange.self)?.kind {
            case .message(let message):
                .put(message, id: withUnsafeBytes(of: message.number.bigEndian) { Array($0) })
            case .read, nil: nil
            }
        }
    }

    /// The name of the feed of a pool.
    ///
    /// - Parameter pool: The name of the pool.
    /// - Returns: The name by which it is watched and pulled.
    public static func feed(ofPool pool: String) -> String { "delivery/" + pool }

    /// The name of the feed of an order's channel.
    ///
    /// - Parameter orderID: The id of the order.
    /// - Returns: The name by which it is watched and pulled.
    public static func feed(ofChannel orderID: [UInt8]) -> String {
        let digits = orderID.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return "delivery-channel/" + digits.joined()
    }

    /// Those that were opened at one moment by their ids, so that each list has them alike.
    private static func isNewer(_ left: Order, _ right: Order) -> Bool {
        let moments = (moment(of: left), moment(of: right))
        return moments.0 == moments.1
            ? left.id.lexicographicallyPrecedes(right.id) : moments.0 > moments.1
    }

    private static func moment(of order: Order) -> (seconds: Int64, nanos: Int32) {
        (order.openedAt?.seconds ?? .min, order.openedAt?.nanos ?? 0)
    }
}
