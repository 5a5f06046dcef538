import CommandLineInterface
import NoteletClient

extension ReceivedMessage {
    var json: JSON {
        .object([
            ("side", .string("received")),
            ("id", identifier(id)),
            ("content", .string(content)),
            ("received_at", receivedAt.json),
            ("sender_name", .string(senderName)),
            ("is_anonymous", .bool(isAnonymous)),
            ("contact_id", identifier(contactID)),
            ("status", .string(answer == nil ? "pending" : "answered")),
            ("answer", answer?.json ?? .null),
        ])
    }
}

extension SentMessage {
    var json: JSON {
        .object([
            ("side", .string("sent")),
            ("id", identifier(id)),
            ("content", .string(content)),
            ("sent_at", sentAt.json),
            ("receiver_name", .string(receiverName)),
            ("is_anonymous", .bool(isAnonymous)),
            ("contact_id", identifier(contactID)),
            ("status", .string(answer == nil ? "pending" : "answered")),
            ("answer", answer?.json ?? .null),
        ])
    }
}

extension Answer {
    var json: JSON {
        .object([("content", .string(content)), ("answered_at", answeredAt.json)])
    }
}

extension Message.Side {
    var json: JSON {
        switch self {
        case .received(let note): note.json
        case .sent(let note): note.json
        }
    }
}
