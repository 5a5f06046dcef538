public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Reads what is said about orders, and says something, at the service.
public struct RemoteChatRepository: ChatRepositoryInterface {
    let caller: RemoteCaller

    /// Asks by what makes calls.
    ///
    /// - Parameter caller: Makes the calls.
    package init(caller: RemoteCaller) {
        self.caller = caller
    }

    /// Asks for messages page by page.
    public func messagePages(
        orderId: UUID,
        pageSize: Int
    ) -> Pages<NoteletInterface.ChatMessage> {
        let list = ListMessagesRequest(orderID: orderId.bytes)
        return Pages { [caller] cursor in
            try await caller.page(of: DeliveryAPI.listMessages, list, at: cursor, size: pageSize) {
                try NoteletInterface.ChatMessage($0)
            }
        }
    }

    /// Says something under its id, which is the key of the intention as well.
    public func send(
        _ text: String,
        orderId: UUID,
        clientId: UUID
    ) async throws -> NoteletInterface.ChatMessage {
        let message = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.sendText(
                orderID: orderId.bytes,
                clientID: clientId.bytes,
                text: text,
                idempotencyKey: .of(clientId)
            )
        }
        return try NoteletInterface.ChatMessage(message)
    }

    /// Marks messages as read.
    public func markRead(upTo number: UInt64, orderId: UUID) async throws -> ChatMarks {
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.markRead(orderID: orderId.bytes, number: number)
        }
        return ChatMarks(response)
    }
}
