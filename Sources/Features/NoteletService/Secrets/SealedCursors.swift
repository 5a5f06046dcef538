internal import Cryptography
package import Domain
internal import NoteRules

/// Cursors of 16 bytes: a secret permutation of list, user and place.
///
/// A cursor that was made up, altered, or taken from another list, user or life of the store opens
/// to something else than was asked for, and is refused.
package struct SealedCursors: CursorSealing {
    private let permutation: BlockPermutation

    /// Uses the key for cursors of one life of the store.
    ///
    /// A backup that is restored takes places back, and gives them to other changes: a cursor of
    /// before would silently pass over those.
    package init(keys: ServiceKeys, life: UInt64) {
        let key = MasterKey(keys.cursors).subkey(life, context: SealedCursors.context)
        permutation = BlockPermutation(key: key)
    }

    private static let context = "storelif"

    /// Always the same 16 bytes for the same place, list and user.
    package func seal(_ place: Sequence, in list: CursorList, of user: UserNumber) -> [UInt8] {
        seal(place, SealedCursors.tag(list, user.rawValue))
    }

    /// Recognises a cursor by the list and user that come out, which a made-up one hits by chance
    /// once in 2^64.
    package func open(
        _ cursor: [UInt8],
        in list: CursorList,
        of user: UserNumber
    ) -> Sequence? {
        open(cursor, SealedCursors.tag(list, user.rawValue))
    }

    /// Always the same 16 bytes for the same place, feed and user.
    package func seal(_ place: Sequence, in feed: SharedFeed, of user: UserNumber) -> [UInt8] {
        seal(place, tag(feed, user))
    }

    /// Recognises a cursor by the tag of feed and user that comes out.
    package func open(
        _ cursor: [UInt8],
        in feed: SharedFeed,
        of user: UserNumber
    ) -> Sequence? {
        open(cursor, tag(feed, user))
    }

    /// Half of what the numbers of a feed and of a user are permuted to: both do not fit beside a
    /// place, and others have it by chance once in 2^64.
    private func tag(_ feed: SharedFeed, _ user: UserNumber) -> UInt64 {
        let list = SealedCursors.tag(.sharedChanges, feed.rawValue)
        return permutation.forward(Block(left: list, right: user.rawValue)).left
    }

    private func seal(_ place: Sequence, _ tag: UInt64) -> [UInt8] {
        let block = permutation.forward(Block(left: tag, right: place.rawValue))
        return OpaqueID(high: block.left, low: block.right).bytes
    }

    private func open(_ cursor: [UInt8], _ tag: UInt64) -> Sequence? {
        guard let id = OpaqueID(cursor) else { return nil }
        let block = permutation.backward(Block(left: id.high, right: id.low))
        return block.left == tag ? Sequence(block.right) : nil
    }

    /// The list in the highest byte, the number of the user or the feed below: numbers are given
    /// out in turn, so they stay below 2^56.
    private static func tag(_ list: CursorList, _ number: UInt64) -> UInt64 {
        UInt64(list.rawValue) << 56 | number & (1 << 56 - 1)
    }
}
