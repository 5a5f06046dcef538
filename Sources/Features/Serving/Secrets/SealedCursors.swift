internal import Cryptography
package import Domain

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
        let block = permutation.forward(Block(left: tag(list, user), right: place.rawValue))
        return OpaqueID(high: block.left, low: block.right).bytes
    }

    /// Recognises a cursor by the list and user that come out, which a made-up one hits by chance
    /// once in 2^64.
    package func open(
        _ cursor: [UInt8],
        in list: CursorList,
        of user: UserNumber
    ) -> Sequence? {
        guard let id = OpaqueID(cursor) else { return nil }
        let block = permutation.backward(Block(left: id.high, right: id.low))
        return block.left == tag(list, user) ? Sequence(block.right) : nil
    }

    /// The number of the list in the highest byte, the user's below: numbers are given out in turn,
    /// so they stay below 2^56.
    ///
    /// Of a method's lists and of a shared feed it is half of what is permuted: all of them do not
    /// fit beside a place, and others have it by chance once in 2^64.
    private func tag(_ list: CursorList, _ user: UserNumber) -> UInt64 {
        switch list {
        case .ofMethod(let method, let one):
            permutation.forward(Block(left: method.tag ^ one, right: user.rawValue)).left
        case .changes: Self.tag(5, user.rawValue)
        case .sharedChanges(let feed):
            permutation.forward(Block(left: Self.tag(6, feed.rawValue), right: user.rawValue)).left
        }
    }

    private static func tag(_ list: UInt64, _ number: UInt64) -> UInt64 {
        list << 56 | number & (1 << 56 - 1)
    }
}
