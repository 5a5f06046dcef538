import CSodium

/// Comparison that takes the same time wherever two byte strings differ.
package enum ConstantTime {
    /// Whether both hold the same bytes; only their lengths can be told from the time it takes.
    package static func areEqual(_ left: RawSpan, _ right: RawSpan) -> Bool {
        guard left.byteCount == right.byteCount else { return false }
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
                    return true
                }
                return unsafe sodium_memcmp(leftBase, rightBase, left.count) == 0
            }
        }
    }
}
