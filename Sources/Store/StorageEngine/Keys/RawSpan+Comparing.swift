internal import Glibc

extension RawSpan {
    /// Whether these are the same bytes.
    package func isEqual(to bytes: [UInt8]) -> Bool {
        guard byteCount == bytes.count else { return false }
        return unsafe withUnsafeBytes { own in
            unsafe bytes.withUnsafeBytes { other in
                guard let own = own.baseAddress, let other = other.baseAddress else { return true }
                return unsafe memcmp(own, other, bytes.count) == 0
            }
        }
    }
}
