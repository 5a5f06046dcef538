import CommandLineInterface
import NoteletClient
import PersonCommands

extension ReceivedMessage {
    var json: JSON {
        .object([
            ("side", .string("received")),
            ("id", identifier(id)),
            ("content", .string(content)),
            ("received_at", receivedAt.json),
            ("sender_name", .string(senderName)),
            ("sender_id", identifier(senderID)),
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
        .object([
            ("id", identifier(id)),
            ("content", .string(content)),
            ("answered_at", answeredAt.json),
        ])
    }
}

extension Message.Side {
    /// What programs call notes; of a received one no column of a sent one is filled.
    static let kind = RowKind(
        listName: "messages",
        recordName: "message",
        columns: [
            "side", "id", "received_at", "sent_at", "sender_name", "sender_id", "receiver_name",
            "is_anonymous", "contact_id", "status", "content", "answer.id", "answer.content",
            "answer.answered_at",
        ]
    )

    var json: JSON {
        switch self {
        case .received(let note): note.json
        case .sent(let note): note.json
        }
    }
}
