internal import AccountRules
package import Domain
package import NoteRules
package import ProtobufCoding
internal import Records
internal import StorageEngine

/// A note as its sender's record keeps it.
///
/// Value bytes: flags (1), the sealed way to the receiver's record (16; where the note itself is
/// here, to its receiver, whose name it shows, and zeros once that one is gone),
/// the time (8, milliseconds), the contact (16, if flagged), the receiver's name (2 for its byte
/// count, then UTF-8), and, where no receiver's record holds them, content (2, then UTF-8) and
/// answer (8 for its time, then UTF-8 to the end). Numbers are big-endian.
package struct SentNote {
    /// When the note was sent.
    package var sentAt = Instant(milliseconds: 0)
    /// Whether the note hides its sender from the receiver.
    package var isAnonymous = false
    /// The sender's contact through which it was sent; nil for none.
    package var contact: ContactID?
    /// The name of the receiver that the sender is shown, at most 65535 bytes long.
    package var receiverName = ""
    /// Whether it did not arrive for a word in it.
    var isFiltered = false
    /// Where content and answer are.
    package var body = Body.kept(Content(stored: ""), nil)
    /// Whether nothing but its place came out of an archive: its texts were blanked there, for
    /// nobody has the note any more.
    package var isBlank = false
    /// The sealed way to whom the name is of, where no receiver's record leads here; nil once that
    /// one is gone, and for a note that its receiver has.
    private(set) package var namedReceiver: OpaqueID?

    /// Where content and answer are.
    package enum Body {
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
        /// It did not arrive for a word in it.
        static let filtered = Flags(rawValue: 16)
        /// Its texts were blanked in an archive.
        static let blank = Flags(rawValue: 32)
    }

    /// A note of which nothing is known.
    init() {}

    /// Gathers what the sender's record begins with.
    ///
    /// `namedReceiver` is for a note that is kept here.
    init(_ message: NewMessage, body: Body, namedReceiver: OpaqueID? = nil) {
        sentAt = message.sentAt
        isAnonymous = message.shownSender == .anonymous
        contact = message.contact
        receiverName = message.receiverName
        isFiltered = message.hasUnwantedWord
        self.body = body
        self.namedReceiver = namedReceiver
    }

    /// Reads a stored value.
    package init(_ value: RawSpan) throws(DomainError) {
        let kind = RecordKind.sent
        let flags = Flags(rawValue: try value.byte(at: 0, of: kind))
        isAnonymous = flags.contains(.anonymous)
        isFiltered = flags.contains(.filtered)
        isBlank = flags.contains(.blank)
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
        namedReceiver = route == Self.nowhere ? nil : route
        let content = Content(stored: try Self.takeText(in: value, &offset))
        guard flags.contains(.answered) else {
            body = .kept(content, nil)
            return
        }
        let answeredAt = Instant(milliseconds: try value.number(at: offset, of: kind))
        let text = try value.text(in: (offset + 8)..<value.byteCount, of: kind)
        body = .kept(content, Answer(content: Content(stored: text), answeredAt: answeredAt))
    }

    /// How many bytes the content of a note takes that is kept here.
    static func byteCount(keeping content: Content) -> Int { 2 + content.text.utf8.count }

    /// Content and answer, where they are here.
    var kept: (content: Content, answer: Answer?)? {
        if case .kept(let content, let answer) = body { (content, answer) } else { nil }
    }

    /// Whether the sender's history of a contact may have an entry for it that nobody looks for.
    var mayHaveDecoy: Bool {
        guard case .kept = body else { return false }
        return contact != nil && !isAnonymous
    }

    /// Whether it may wait to be delivered.
    package var mayBeHeld: Bool {
        guard case .kept(_, nil) = body else { return false }
        return isAnonymous
    }

    /// Whether its value is exactly these bytes: all that is in them was understood.
    func isWritten(as value: RawSpan) -> Bool {
        hasCountableTexts && value.isEqual(to: encoded())
    }

    /// Whether its texts are short enough for their counts of two bytes.
    var hasCountableTexts: Bool {
        guard receiverName.utf8.count <= UInt16.max else { return false }
        guard case .kept(let content, _) = body else { return true }
        return content.text.utf8.count <= UInt16.max
    }

    /// The bytes to store.
    package func encoded() -> [UInt8] {
        var writer = ProtobufWriter(reservingByteCount: 512)
        write(to: &writer)
        return writer.finish()
    }

    /// Writes the value to store.
    package func write(to writer: inout ProtobufWriter) {
        writer.append(bigEndian: flags.rawValue)
        if case .received(let route) = body {
            writer.append(route)
        } else {
            writer.append(namedReceiver ?? Self.nowhere)
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

    /// Takes content and answer over from the receiver's record, which goes.
    ///
    /// `receiver` is the sealed way to whom the name is of, who stays; nil if that one goes as
    /// well, and the name with it.
    package mutating func keep(_ content: Content, _ answer: Answer?, from receiver: OpaqueID?) {
        body = .kept(content, answer)
        namedReceiver = receiver
        if receiver == nil { receiverName = DisplayName.unknown }
    }

    /// Leaves content and answer to the receiver's record, which this is the sealed way to.
    mutating func deliver(_ receiver: OpaqueID) {
        body = .received(receiver)
        namedReceiver = nil
    }

    /// Notes that it does not arrive for a word in it.
    mutating func filter() { isFiltered = true }

    /// Notes whose name the note shows, by the sealed way there.
    package mutating func nameReceiver(_ way: OpaqueID) {
        namedReceiver = way
    }

    /// Shows nobody's name any more; the way to the note stays, if there is one.
    package mutating func forgetReceiver() {
        namedReceiver = nil
        receiverName = DisplayName.unknown
    }

    /// Shows no name any more; the ways there stay.
    package mutating func forgetName() { receiverName = BlankText.text }

    /// The way that leads nowhere.
    private static let nowhere = OpaqueID(high: 0, low: 0)

    private var flags: Flags {
        var flags: Flags = []
        if isAnonymous { flags.insert(.anonymous) }
        if contact != nil { flags.insert(.throughContact) }
        if isFiltered { flags.insert(.filtered) }
        if isBlank { flags.insert(.blank) }
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
        let count = Int(try value.number(at: offset, of: .sent) as UInt16)
        let start = offset + 2
        offset = start + count
        return try value.text(in: start..<offset, of: .sent)
    }
}
