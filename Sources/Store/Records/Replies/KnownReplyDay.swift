internal import StorageEngine

/// The last day of which a reply was kept, or was about to be, so that it need not be looked up.
///
/// Once it is known it is never less than what is stored; after a transaction that failed, or when
/// replies have gone, it may be more.
///
/// Unchecked: it is used within transactions alone, which run on one thread, one after the other.
final class KnownReplyDay: @unchecked Sendable {
    /// Nil until it was looked up.
    var last: UInt32?

    /// Notes that a reply is put or deleted.
    func noteReply(_ key: Key) {
        guard let last else { return }
        let day = key.withBytes { bytes in
            precondition(bytes.byteCount >= 4, "These keys begin with a day.")
            return UInt32(bigEndian: bytes.unsafeLoadUnaligned(as: UInt32.self))
        }
        self.last = max(last, day)
    }
}
