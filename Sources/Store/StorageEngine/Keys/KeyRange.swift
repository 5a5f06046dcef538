/// The keys from a lower bound, which belongs to the range, up to an upper one, which does not.
package struct KeyRange: Sendable, Hashable {
    /// The smallest key of the range.
    package var lower: Key
    /// The smallest key behind the range; `nil` for no end.
    package var upper: Key?

    /// All keys.
    package static let all = KeyRange(lower: Key(), upper: nil)

    /// The keys from `lower` up to, but without, `upper`.
    package init(lower: Key, upper: Key?) {
        self.lower = lower
        self.upper = upper
    }

    /// The keys that begin with `prefix`.
    package init(prefix: Key) {
        self.init(lower: prefix, upper: prefix.prefixSuccessor)
    }

    /// The keys behind one that has room for one more byte; all for none.
    package static func behind(_ key: Key?) -> KeyRange {
        guard let key else { return .all }
        var lower = key
        // The next key that there could be.
        lower.append(0 as UInt8)
        return KeyRange(lower: lower, upper: nil)
    }

    /// Whether all keys that there could be in it begin with the first eight bytes of its lower
    /// bound, as those of one person do; a shorter key counts as if zeros followed.
    package var hasOneBeginning: Bool {
        guard lower.byteCount >= 8 else { return false }
        guard let upper else { return lower.beginning == .max }
        if upper.beginning == lower.beginning { return true }
        // With a zero at its end, a shorter key before it could begin as it does.
        return upper.byteCount <= 8 && upper.beginning == lower.beginning &+ 1
            && upper.endsWithZero == false
    }

    /// Whether `key` lies in the range.
    package func contains(_ key: Key) -> Bool {
        guard key >= lower else { return false }
        return upper.map { key < $0 } ?? true
    }
}
