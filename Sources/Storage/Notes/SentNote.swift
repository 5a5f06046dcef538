internal import Domain
internal import ProtobufCoding

/// A note as its sender's record keeps it.
///
/// Value bytes: flags (1), the sealed way to the receiver's record (16; zeros when there is none),
/// the time (8, milliseconds), the contact (16, if flagged), the receiver's name (2 for its byte
/// count, then UTF-8), and, where no receiver's record holds them, content (2, then UTF-8) and
/// answer (8 for its time, then UTF-8 to the end). Numbers are big-endian.
struct SentNote {
    let sentAt: Instant
    let isAnonymous: Bool
    let contact: ContactID?
    let receiverName: String
    var body: Body

    /// Where content and answer are.
    enum Body {
        /// In the receiver's record, which this is the sealed way to.
        case received(OpaqueID)
        /// Here: the note never arrived, or its receiver is gone.
        case kept(Content, Answer?)
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let anonymous = Flags(rawValue: 1)
        /// Content and answer are here, not with the receiver.
        static let kept = Flags(rawValue: 2)
        static let throughContact = Flags(rawValue: 4)
        static let answered = Flags(rawValue: 8)
    }

    /// Gathers what the sender's record begins with.
    init(_ message: NewMessage, body: Body) {
        sentAt = message.sentAt
        isAnonymous = message.shownSender == .anonymous
        contact = message.contact
        receiverName = message.receiverName
        self.body = body
    }

    /// Reads a stored value.
    init(_ value: RawSpan) throws(DomainError) {
        let kind = RecordKind.sent
        let flags = Flags(rawValue: try value.byte(at: 0, of: kind))
        isAnonymous = flags.contains(.anonymous)
        let route = try value.id(at: 1, of: kind)
        sentAt = Instant(milliseconds: try value.number(at: 17, of: kind))
        var offset = 25
        if flags.contains(.throughContact) {
            contact = ContactID(try value.id(at: offset, of: kind))
            offset += OpaqueID.byteCount
        } else {
            contact = nil
        }
        receiverName = try Self.takeText(in: value, &offset)
        guard flags.contains(.kept) else {
            body = .received(route)
            return
        }
        let content = Content(stored: try Self.takeText(in: value, &offset))
        guard flags.contains(.answered) else {
            body = .kept(content, nil)
            return
        }
        let answeredAt = Instant(milliseconds: try value.number(at: offset, of: kind))
        let text = try value.text(in: (offset + 8)..<value.byteCount, of: kind)
        body = .kept(content, Answer(content: Content(stored: text), answeredAt: answeredAt))
    }

    /// Writes the value to store.
    func write(to writer: inout ProtobufWriter) {
        writer.append(bigEndian: flags.rawValue)
        if case .received(let route) = body {
            writer.append(route)
        } else {
            writer.append(OpaqueID(high: 0, low: 0))
        }
        writer.append(bigEndian: sentAt.milliseconds)
        if let contact { writer.append(contact.opaque) }
        Self.append(receiverName, to: &writer)
        guard case .kept(let content, let answer) = body else { return }
        Self.append(content.text, to: &writer)
        guard let answer else { return }
        writer.append(bigEndian: answer.answeredAt.milliseconds)
        writer.append(answer.content.text.utf8.span.bytes)
    }

    private var flags: Flags {
        var flags: Flags = []
        if isAnonymous { flags.insert(.anonymous) }
        if contact != nil { flags.insert(.throughContact) }
        if case .kept(_, let answer) = body {
            flags.insert(.kept)
            if answer != nil { flags.insert(.answered) }
        }
        return flags
    }

    /// Texts are bounded by the domain far below what two bytes count.
    private static func append(_ text: String, to writer: inout ProtobufWriter) {
        writer.append(bigEndian: UInt16(text.utf8.count))
        writer.append(text.utf8.span.bytes)
    }

    private static func takeText(
        in value: RawSpan,
        _ offset: inout Int
    ) throws(DomainError) -> String {
        let count = Int(try value.number(at: offset, as: UInt16.self, of: .sent))
        let start = offset + 2
        offset = start + count
        return try value.text(in: start..<offset, of: .sent)
    }
}
