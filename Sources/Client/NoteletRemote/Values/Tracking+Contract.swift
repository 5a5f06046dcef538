internal import Foundation
package import NoteletClient
package import NoteletInterface

// Where agents are, and what is said about orders, as applications see it.

extension NoteletInterface.Location {
    /// Takes a location over.
    package init(_ location: NoteletAPI.Location) {
        self.init(
            latitude: location.latitude,
            longitude: location.longitude,
            recordedAt: location.recordedAt?.date ?? .distantPast
        )
    }
}

extension NoteletAPI.Location {
    /// A location as it is told.
    package init(_ location: NoteletInterface.Location) {
        self.init(
            latitude: location.latitude,
            longitude: location.longitude,
            recordedAt: Timestamp(location.recordedAt)
        )
    }
}

extension NoteletInterface.ChatMessage {
    /// Takes a message over.
    package init(_ message: NoteletAPI.ChatMessage) throws(AppError) {
        self.init(
            id: message.number,
            orderId: try UUID(required: message.orderID),
            role: NoteletInterface.ChatRole(message.role),
            text: message.text,
            sentAt: message.sentAt?.date ?? .distantPast,
            clientId: UUID(optional: message.clientID),
            isOwn: message.isOwn
        )
    }
}

extension NoteletInterface.ChatRole {
    /// Takes a role over.
    package init(_ role: NoteletAPI.ChatRole) {
        switch role {
        case .agent: self = .agent
        case .shopper: self = .shopper
        case .invited: self = .invited
        case .dispatcher: self = .dispatcher
        default: self = .unknown
        }
    }
}

extension ChatMarks {
    /// Takes over how far all have read.
    init(_ response: MarkReadResponse) {
        let marks = response.others.map { (NoteletInterface.ChatRole($0.role), $0.number) }
        self.init(own: response.number, others: Dictionary(marks, uniquingKeysWith: max))
    }
}
