internal import AccountRules
package import Domain
package import NoteRules
package import ProtobufCoding
internal import Records

/// Where the parts of a stored received note lie.
///
/// Value bytes: flags (1), the sealed way to the sender's record (16; zeros once the sender is
/// gone), the byte count of the base (2, big-endian), and the public part: an encoded
/// `ReceivedMessage` up to and with its answer, once there is one. The base is the public part
/// without the answer. What follows from the rest is not stored: the answer's id, the sender's id
/// and the status.
package struct ReceivedNote {
    let flags: Flags
    private let routeHalves: (high: UInt64, low: UInt64)
    /// Where the public part without the answer lies.
    let base: Range<Int>
    /// Where the public part lies.
    package let encoded: Range<Int>

    /// What is true of a received note and not for its receiver to see.
    package struct Flags: OptionSet {
        /// The bits as they are stored.
        package let rawValue: UInt8

        /// Takes the bits as they are stored.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The sender's account is gone, and with it the way there.
        static let senderGone = Flags(rawValue: 1)
        /// The sender has deleted the own record; the way still tells who that is.
        package static let senderRecordDeleted = Flags(rawValue: 2)
        /// The receiver reported the note: a second time is no second report.
        package static let reported = Flags(rawValue: 4)
        /// Its texts were blanked in an archive, for nobody has the note any more.
        package static let blank = Flags(rawValue: 8)
    }

    /// Bytes before the public part: flags, way and the count of the base.
    package static let headerByteCount = 19

    /// Reads the header of a stored value.
    @inline(__always)
    package init(_ value: RawSpan) throws(DomainError) {
        let kind = RecordKind.received
        flags = Flags(rawValue: try value.byte(at: 0, of: kind))
        routeHalves = (try value.number(at: 1, of: kind), try value.number(at: 9, of: kind))
        let baseCount = Int(try value.number(at: 17, of: kind) as UInt16)
        encoded = Self.headerByteCount..<value.byteCount
        guard baseCount <= encoded.count else { throw kind.damaged }
        base = encoded.lowerBound..<(encoded.lowerBound + baseCount)
    }

    /// The sealed way to the sender's record; nil once the sender is gone.
    package var route: OpaqueID? {
        flags.contains(.senderGone) ? nil : OpaqueID(high: routeHalves.high, low: routeHalves.low)
    }

    /// Whether the sender has deleted the own record.
    package var isSenderRecordDeleted: Bool { flags.contains(.senderRecordDeleted) }
    /// Whether its receiver reported the note.
    package var isReported: Bool { flags.contains(.reported) }

    /// Whether nothing but its place came out of an archive.
    package var isBlank: Bool { flags.contains(.blank) }

    /// Whether an answer follows the base.
    package var isAnswered: Bool { base.upperBound < encoded.upperBound }

    /// Notes in a stored value what has become true of the note.
    package static func mark(_ flag: Flags, in value: inout [UInt8]) {
        value[0] |= flag.rawValue
    }

    /// Writes a value: its header, and the base that `writeBase` writes.
    ///
    /// A base of 8 KiB and its small fields fit its count.
    package static func write(
        to writer: inout ProtobufWriter,
        route: OpaqueID?,
        _ writeBase: (inout ProtobufWriter) -> Void
    ) {
        let flags: Flags = route == nil ? .senderGone : []
        let start = writer.byteCount
        writer.append(bigEndian: flags.rawValue)
        writer.append(route ?? OpaqueID(high: 0, low: 0))
        let count = writer.byteCount
        writer.append(bigEndian: UInt16(0))
        writeBase(&writer)
        let base = UInt16(writer.byteCount - start - headerByteCount)
        withUnsafeBytes(of: base.bigEndian) { writer.replaceBytes(at: count, with: $0.bytes) }
    }
}

extension ReceivedNote {
    /// The value of a note whose sender is gone: an anonymous one keeps its public part byte for
    /// byte, of another nobody learns any more whose it was.
    package func withoutSender(_ fields: ReceivedNoteFields, in value: RawSpan) -> [UInt8] {
        var writer = ProtobufWriter(reservingByteCount: value.byteCount)
        ReceivedNote.write(to: &writer, route: nil) { writer in
            if fields.isAnonymous { return writer.append(value.extracting(base)) }
            writer.writeReceived(
                fields.id,
                content: value.extracting(fields.content),
                receivedAt: fields.receivedAt,
                sender: .unknown,
                contact: nil
            )
        }
        writer.append(value.extracting(base.upperBound..<encoded.upperBound))
        var rewritten = writer.finish()
        if isReported { Self.mark(.reported, in: &rewritten) }
        return rewritten
    }
}

/// The fields of a received note's public part; texts as ranges of the stored value.
package struct ReceivedNoteFields {
    /// The receiver's id of the note.
    package let id: MessageID
    /// Where the text lies in the stored value.
    package let content: Range<Int>
    /// When the note arrived.
    package let receivedAt: Instant
    /// Where the name that is shown lies in the stored value.
    package let senderName: Range<Int>
    /// Whether the note hides its sender.
    package let isAnonymous: Bool
    /// The receiver's contact in whose history the note is; nil for none.
    package let contact: ContactID?
    let answer: AnswerFields?

    /// An answer's text, as a range of the stored value, and its time.
    struct AnswerFields {
        let content: Range<Int>
        let answeredAt: Instant
    }

    /// Finds the fields of the note whose header was read from this value.
    package init(_ note: ReceivedNote, in value: RawSpan) throws(DomainError) {
        let kind = RecordKind.received
        var scanner = FieldScanner(note.encoded, of: kind)
        guard let id = try scanner.id(1, in: value),
            let content = try scanner.record(2, in: value),
            let receivedAt = try scanner.moment(3, in: value),
            let senderName = try scanner.record(4, in: value)
        else { throw kind.damaged }
        self.id = MessageID(id)
        self.content = content
        self.receivedAt = receivedAt
        self.senderName = senderName
        isAnonymous = try scanner.number(5, in: value) != 0
        contact = try scanner.id(6, in: value).map(ContactID.init)
        answer = try scanner.record(7, in: value).map { range throws(DomainError) in
            var inner = FieldScanner(range, of: kind)
            guard let content = try inner.record(1, in: value),
                let answeredAt = try inner.moment(2, in: value)
            else { throw kind.damaged }
            return AnswerFields(content: content, answeredAt: answeredAt)
        }
        guard scanner.isAtEnd else { throw kind.damaged }
    }
}

extension ReceivedMessage {
    /// The receiver's view of a stored note.
    package init(_ fields: ReceivedNoteFields, in value: RawSpan) throws(DomainError) {
        let kind = RecordKind.received
        let name = try value.text(in: fields.senderName, of: kind)
        let sender: ShownSender =
            if fields.isAnonymous {
                .anonymous
            } else if name == DisplayName.unknown {
                .unknown
            } else {
                .named(name)
            }
        self.init(
            id: fields.id,
            content: Content(stored: try value.text(in: fields.content, of: kind)),
            receivedAt: fields.receivedAt,
            sender: sender,
            contact: fields.contact,
            answer: try fields.answer.map { answer throws(DomainError) in
                Answer(
                    content: Content(stored: try value.text(in: answer.content, of: kind)),
                    answeredAt: answer.answeredAt
                )
            }
        )
    }
}
