internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

extension CopyTables {
    /// Takes in what the service said to a write, which waits no more.
    ///
    /// What the feed has brought since the write was sent may be later than the reply, and what it
    /// has not brought comes.
    ///
    /// - Parameters:
    ///   - reply: What the service said.
    ///   - write: What it said it to.
    ///   - id: What names the intention.
    ///   - cursor: Where the copy stood when the write was sent; nil for where it stands.
    /// - Throws: `SQLiteError`.
    func take(
        _ reply: Reply,
        to write: Write,
        intention id: UUID,
        asOf cursor: [UInt8]? = nil
    ) throws(SQLiteError) {
        try remove(id)
        let present = try progress().cursor
        let hasMoved = present != cursor ?? present
        switch reply {
        case .sent(let message):
            try arriveLoosely(.sent(try named(message)), intention: id)
            try redirectDeletion(of: id, in: write.lane(of: id), toNote: message.id)
        case .answered(let message): try takeAnswer(of: message)
        case .deletedMessage(let id): try deleteMessageLoosely(id)
        case .deletedContact(let id): try deleteContactLoosely(id)
        case .delivery(let reply): try take(reply)
        case .user(let user): if !hasMoved { try put(user) }
        case .contact(let contact):
            if case .addContact = write {
                try putLoosely(contact, intention: id)
                try redirect(from: id, toContact: contact.id)
            } else if !hasMoved {
                try putChange(contact)
            }
        }
    }

    /// A note that is called as its contact is until the feed tells the receiver's name.
    private func named(_ message: SentMessage) throws(SQLiteError) -> SentMessage {
        guard message.receiverName.isEmpty, let contact = UUID(optional: message.contactID),
            let name = try name(ofContact: contact)
        else { return message }
        var named = message
        named.receiverName = name
        return named
    }

    /// An answer is given once, so that the one that is there is no other.
    private func takeAnswer(of message: ReceivedMessage) throws(SQLiteError) {
        guard let answer = message.answer, try side(message.id) != nil else {
            return try arriveLoosely(.received(message), intention: nil)
        }
        try self.answer(message.id, with: answer)
    }
}
