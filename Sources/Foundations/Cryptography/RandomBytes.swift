import CSodium

/// The system's secure random source.
package struct RandomBytes: RandomNumberGenerator, Sendable {
    /// Creates a source; all sources are the same.
    package init() {
        Sodium.prepare()
    }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        var bits: UInt64 = 0
        unsafe randombytes_buf(&bits, MemoryLayout<UInt64>.size)
        return bits
    }

    /// Fills `bytes` with random bytes.
    package func fill(_ bytes: inout MutableRawSpan) {
        unsafe bytes.withUnsafeMutableBytes { target in
            guard let base = target.baseAddress else { return }
            unsafe randombytes_buf(base, target.count)
        }
    }

    /// An array of `count` random bytes.
    package func array(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        var target = unsafe span.mutableBytes
        fill(&target)
        return bytes
    }
}
