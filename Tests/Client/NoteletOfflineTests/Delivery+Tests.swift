import Foundation
import NoteletAPI
import NoteletRemote

@testable import NoteletOffline

extension NoteletAPI.Order {
    /// An order of the pool `north` for tests.
    static func numbered(
        _ number: Int64,
        id: UUID = UUID(),
        _ status: NoteletAPI.OrderStatus = .open,
        isOwn: Bool = false
    ) -> NoteletAPI.Order {
        NoteletAPI.Order(
            id: id.bytes,
            pool: "north",
            status: status,
            summary: "\(number)",
            fee: 3_500,
            openedAt: .after(number),
            takenAt: status == .open ? nil : .after(number),
            isOwn: isOwn,
            detail: isOwn ? OrderDetail(customer: "김하은") : nil
        )
    }
}

extension NoteletAPI.ChatMessage {
    /// Something that is said about an order for tests.
    static func saying(
        _ text: String,
        _ number: UInt64,
        of order: UUID,
        called clientId: UUID? = nil,
        as role: NoteletAPI.ChatRole = .shopper,
        isOwn: Bool = false
    ) -> NoteletAPI.ChatMessage {
        NoteletAPI.ChatMessage(
            number: number,
            orderID: order.bytes,
            role: role,
            text: text,
            sentAt: .after(Int64(number)),
            clientID: clientId?.bytes ?? [1],
            isOwn: isOwn
        )
    }
}

extension Write {
    /// Says something about an order, under the name of its intention.
    static func text(_ text: String, of order: UUID, called clientId: UUID) -> Write {
        .delivery(
            .sendText(
                SendTextRequest(orderID: order.bytes, clientID: clientId.bytes, text: text)
            )
        )
    }
}
