internal import ProtobufCoding

/// A received note, of which the operator need not know whose it is; the request of
/// `Administration.BanSender` and `Administration.UnbanSender`.
package struct NoteReference: Codable, Hashable, Sendable {
    /// The note that is meant.
    package var note: Note?

    /// A received note as an operator names it.
    package enum Note: ProtobufOneof, Hashable, Sendable {
        /// By the number of a report about it.
        case reportNumber(UInt64)
        /// By its receiver's id of 16 bytes.
        case messageID([UInt8])

        private enum CodingKeys: Int, CodingKey {
            case reportNumber = 1
            case messageID = 2
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case note = 1
    }

    /// Creates the message; what is left out is empty.
    package init(note: Note? = nil) {
        self.note = note
    }
}

/// The response of `Administration.BanSender` and `Administration.UnbanSender`, which says nothing.
package struct ChangeSenderResponse: Codable, Hashable, Sendable {
    /// Creates the message.
    package init() {}
}
