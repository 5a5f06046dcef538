public import ProtobufCoding

/// One change.
///
/// Applied in order, changes give the same copy as the lists of the other services.
public struct Change: Codable, Hashable, Sendable {
    /// What changed.
    public var kind: Kind?

    /// What can change.
    public enum Kind: ProtobufOneof, Hashable, Sendable {
        /// A note arrived.
        ///
        /// An answer to it comes as a change of its own.
        case received(ReceivedMessage)
        /// A note was sent.
        ///
        /// An answer to it comes as a change of its own.
        case sent(SentMessage)
        /// A note, received or sent, was answered.
        case answered(MessageAnswered)
        /// A contact was added or changed.
        case contact(Contact)
        /// The id of a contact that was deleted.
        case deletedContactID([UInt8])
        /// The account was opened or changed.
        case user(User)
        /// The caller's id of a note that was deleted from the caller's view.
        case deletedMessageID([UInt8])
        /// A note that came before, from either side, as it is now, with its answer.
        ///
        /// Its other person is gone and is shown no more.
        case changedMessage(Message)
        /// A sender was blocked by a note.
        case block(Block)
        /// The caller's id of a note whose block was taken back.
        case unblockedMessageID([UInt8])

        private enum CodingKeys: Int, CodingKey {
            case received = 1
            case sent = 2
            case answered = 3
            case contact = 4
            case deletedContactID = 5
            case user = 6
            case deletedMessageID = 7
            case changedMessage = 8
            case block = 9
            case unblockedMessageID = 10
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case kind = 1
    }

    /// Creates the message; what is left out is empty.
    public init(kind: Kind? = nil) {
        self.kind = kind
    }
}

extension Change: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(kind: nil)
    }

    /// Writes the field that is set.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        switch kind {
        case .received(let message): try writer.write(message: message, field: 1)
        case .sent(let message): try writer.write(message: message, field: 2)
        case .answered(let answered): try writer.write(message: answered, field: 3)
        case .contact(let contact): try writer.write(message: contact, field: 4)
        case .deletedContactID(let id): writer.write(id as [UInt8]?, field: 5)
        case .user(let user): try writer.write(message: user, field: 6)
        case .deletedMessageID(let id): writer.write(id as [UInt8]?, field: 7)
        case .changedMessage(let message): try writer.write(message: message, field: 8)
        case .block(let block): try writer.write(message: block, field: 9)
        case .unblockedMessageID(let id): writer.write(id as [UInt8]?, field: 10)
        case nil: break
        }
    }

    /// Takes over the last kind that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: kind = .received(try reader.read(mergingInto: kind?.received))
            case 2: kind = .sent(try reader.read(mergingInto: kind?.sent))
            case 3: kind = .answered(try reader.read(mergingInto: kind?.answered))
            case 4: kind = .contact(try reader.read(mergingInto: kind?.contact))
            case 5: kind = .deletedContactID(try reader.readID())
            case 6: kind = .user(try reader.read(mergingInto: kind?.user))
            case 7: kind = .deletedMessageID(try reader.readID())
            case 8: kind = .changedMessage(try reader.read(mergingInto: kind?.changedMessage))
            case 9: kind = .block(try reader.read(mergingInto: kind?.block))
            case 10: kind = .unblockedMessageID(try reader.readID())
            default: break
            }
        }
    }
}

extension Change.Kind {
    fileprivate var received: ReceivedMessage? {
        if case .received(let message) = self { message } else { nil }
    }

    fileprivate var sent: SentMessage? {
        if case .sent(let message) = self { message } else { nil }
    }

    fileprivate var answered: MessageAnswered? {
        if case .answered(let answered) = self { answered } else { nil }
    }

    fileprivate var contact: Contact? {
        if case .contact(let contact) = self { contact } else { nil }
    }

    fileprivate var changedMessage: Message? {
        if case .changedMessage(let message) = self { message } else { nil }
    }

    fileprivate var block: Block? {
        if case .block(let block) = self { block } else { nil }
    }

    fileprivate var user: User? {
        if case .user(let user) = self { user } else { nil }
    }
}

extension ProtobufReader {
    fileprivate mutating func readID() throws(ProtobufDecodingError) -> [UInt8] {
        var id: [UInt8] = []
        try read(into: &id)
        return id
    }
}
