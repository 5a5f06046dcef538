/// The request of `Administration.RemoveNote`.
package struct RemoveNoteRequest: Codable, Hashable, Sendable {
    /// The note that is removed.
    package var note: NoteReference?
    /// Why, for the audit log: 1 to 1,000 characters.
    package var reason: String

    private enum CodingKeys: Int, CodingKey {
        case note = 1
        case reason = 2
    }

    /// Creates the message; what is left out is empty.
    package init(note: NoteReference? = nil, reason: String = "") {
        self.note = note
        self.reason = reason
    }
}

/// The response of `Administration.RemoveNote`, which says nothing.
package struct RemoveNoteResponse: Codable, Hashable, Sendable {
    /// Creates the message.
    package init() {}
}
