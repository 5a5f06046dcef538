package import Domain

/// The id of a contact, known to its owner and to whom the owner shows it.
package struct ContactID: Hashable, Sendable {
    /// The 16 bytes that go to the outside.
    package let opaque: OpaqueID

    /// Wraps an id.
    package init(_ opaque: OpaqueID) {
        self.opaque = opaque
    }
}

/// The id of a note for one of its two people; the other knows the same note by another.
package struct MessageID: Hashable, Sendable {
    /// The 16 bytes that go to the outside, which carry no order and no time.
    package let opaque: OpaqueID

    /// Wraps an id.
    package init(_ opaque: OpaqueID) {
        self.opaque = opaque
    }
}
