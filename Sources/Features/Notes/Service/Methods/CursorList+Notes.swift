internal import Serving

extension CursorList {
    /// A user's contacts, by time of registration.
    static let contacts = CursorList.ofFeature(1)
    /// The notes that a user received, newest first.
    static let received = CursorList.ofFeature(2)
    /// The notes that a user sent, newest first.
    static let sent = CursorList.ofFeature(3)
    /// The notes that went through one contact, newest first.
    static let contactMessages = CursorList.ofFeature(4)
}
