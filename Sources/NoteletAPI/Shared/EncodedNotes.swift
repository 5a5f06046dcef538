package import ProtobufCoding

/// The field numbers of `ReceivedMessage`, for those who keep notes in their encoded form.
extension ReceivedMessage {
    /// The field numbers of the message.
    package enum FieldNumber {
        /// 16 bytes.
        package static let id = 1
        /// The text.
        package static let content = 2
        /// A `Timestamp`.
        package static let receivedAt = 3
        /// The name to show.
        package static let senderName = 4
        /// A bool.
        package static let isAnonymous = 5
        /// 16 bytes, or absent.
        package static let contactID = 6
        /// An `Answer`: the last field, so that it can be appended to a note without one.
        package static let answer = 7
    }
}

/// The field numbers of `SentMessage`, for those who keep notes in their encoded form.
extension SentMessage {
    /// The field numbers of the message.
    package enum FieldNumber {
        /// 16 bytes.
        package static let id = 1
        /// The text.
        package static let content = 2
        /// A `Timestamp`.
        package static let sentAt = 3
        /// A bool.
        package static let isAnonymous = 4
        /// 16 bytes, or absent.
        package static let contactID = 5
        /// The name of the receiver.
        package static let receiverName = 6
        /// An `Answer`: the last field, so that it can be appended to a note without one.
        package static let answer = 7
    }
}

extension Answer {
    /// Appends the answer to an encoded `ReceivedMessage` or `SentMessage` that has none.
    ///
    /// The answer is the last field of either, so that what comes out is the canonical encoding of
    /// the note with its answer.
    package func append(
        toEncodedNote writer: inout ProtobufWriter
    ) throws(ProtobufEncodingError) {
        try writer.write(message: self, field: ReceivedMessage.FieldNumber.answer)
    }
}
