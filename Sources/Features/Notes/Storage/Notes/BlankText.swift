internal import Domain
internal import NoteRules
internal import ProtobufCoding

/// What stands in an archived record in place of a text that was erased: no longer than any text
/// that a person can have written.
///
/// Nobody is ever shown it: a restoration deletes what bears it, or the erasure does that has to be
/// carried out anew.
package enum BlankText {
    /// One byte, so that no text grows by it.
    package static let text = "-"
}

extension SentNote {
    /// Leaves of a note that nobody has any more what a restored store needs to delete it.
    package mutating func blank() {
        isBlank = true
        forgetName()
        guard case .kept = body else { return }
        body = .kept(Content(stored: BlankText.text), nil)
    }
}

extension ReceivedNote {
    /// The value of a note whose sender is gone, as an archive keeps it: as without the sender, but
    /// with the contact, from whose history the erasure of a restored store takes it.
    package func archivedWithoutSender(_ fields: ReceivedNoteFields, in value: RawSpan) -> [UInt8] {
        if fields.isAnonymous { return withoutSender(fields, in: value) }
        var writer = ProtobufWriter(reservingByteCount: value.byteCount)
        ReceivedNote.write(to: &writer, route: nil) { writer in
            writer.writeReceived(
                fields.id,
                content: value.extracting(fields.content),
                receivedAt: fields.receivedAt,
                sender: .named(BlankText.text),
                contact: fields.contact
            )
        }
        writer.append(value.extracting(base.upperBound..<encoded.upperBound))
        var rewritten = writer.finish()
        if isReported { Self.mark(.reported, in: &rewritten) }
        return rewritten
    }

    /// Leaves of a note that nobody has any more what a restored store needs to delete it.
    package func blanked(
        _ fields: ReceivedNoteFields,
        hasSender: Bool
    ) -> [UInt8] {
        var writer = ProtobufWriter(reservingByteCount: Self.headerByteCount)
        ReceivedNote.write(to: &writer, route: hasSender ? route : nil) { writer in
            writer.writeReceived(
                fields.id,
                content: BlankText.text.utf8.span.bytes,
                receivedAt: fields.receivedAt,
                sender: fields.isAnonymous ? .anonymous : .named(BlankText.text),
                contact: fields.contact
            )
        }
        var blanked = writer.finish()
        Self.mark(.blank, in: &blanked)
        if hasSender, isSenderRecordDeleted { Self.mark(.senderRecordDeleted, in: &blanked) }
        if isReported { Self.mark(.reported, in: &blanked) }
        return blanked
    }
}
