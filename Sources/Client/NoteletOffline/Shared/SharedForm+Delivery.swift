internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote

extension SharedForm where Message == NoteletAPI.Order, Value == NoteletInterface.Order {
    /// Orders are sorted by when they were opened, the newest first; those of one moment, by id.
    static var order: SharedForm {
        SharedForm(kind: .order, id: \.id, sortKey: Self.sortKey) { order throws(AppError) in
            try NoteletInterface.Order(order)
        }
    }

    @Sendable
    private static func sortKey(_ order: NoteletAPI.Order) -> [UInt8] {
        let seconds = ~UInt64(bitPattern: order.openedAt?.seconds ?? 0)
        let nanos = ~UInt32(bitPattern: order.openedAt?.nanos ?? 0)
        return withUnsafeBytes(of: seconds.bigEndian) { Array($0) }
            + withUnsafeBytes(of: nanos.bigEndian) { Array($0) } + order.id
    }
}

extension SharedForm
where Message == NoteletAPI.ChatMessage, Value == NoteletInterface.ChatMessage {
    /// Messages never change, and the one of the greatest number is the first.
    static var chatText: SharedForm {
        SharedForm(kind: .chatText, id: Self.id, sortKey: { Self.sortKey($0.number) }) {
            message throws(AppError) in
            try NoteletInterface.ChatMessage(message)
        }
    }

    @Sendable
    private static func id(_ message: NoteletAPI.ChatMessage) -> [UInt8] {
        message.orderID + withUnsafeBytes(of: message.number.bigEndian) { Array($0) }
    }

    private static func sortKey(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: (~number).bigEndian) { Array($0) }
    }
}

extension SharedForm where Message == ReadMark, Value == ReadMark {
    /// Up to which message those of a role have read of what is said about an order.
    static func readMark(of orderID: [UInt8]) -> SharedForm {
        SharedForm(
            kind: .readMark,
            id: { mark in orderID + [UInt8(truncatingIfNeeded: mark.role.rawValue)] },
            shown: { mark throws(AppError) in mark }
        )
    }

    /// Up to which message the account has read, and as whom it talks, as far as that is known.
    static func ownMark(of orderID: [UInt8]) -> SharedForm {
        SharedForm(
            kind: .ownMark,
            id: { _ in orderID + [UInt8.max] },
            shown: { mark throws(AppError) in mark }
        )
    }
}

extension OrderChange {
    /// What it does to the copy, which has the orders that can be taken or are on their way.
    ///
    /// - Returns: The step; nil for nothing that this version knows.
    /// - Throws: `AppError` where it cannot be shown.
    func step() throws(AppError) -> SharedStep? {
        switch kind {
        case .opened(let order), .taken(let order), .released(let order):
            .put(try SharedEntry(order, as: .order))
        case .closed(let order): .delete(order.id)
        case nil: nil
        }
    }
}

extension ChannelChange {
    /// What it does to the copy.
    ///
    /// - Parameter feed: The feed that tells it.
    /// - Returns: The step; nil for nothing that this version knows.
    /// - Throws: `AppError` where it cannot be shown.
    func step(of feed: String) throws(AppError) -> SharedStep? {
        guard let orderID = SharedFeed.orderID(ofChannel: feed) else {
            throw .network(.unknown)
        }
        switch kind {
        case .message(let message):
            guard message.orderID == orderID else { throw .network(.unknown) }
            return .put(try SharedEntry(message, as: .chatText))
        case .read(let mark): return .put(try SharedEntry(mark, as: .readMark(of: orderID)))
        case nil: return nil
        }
    }
}
