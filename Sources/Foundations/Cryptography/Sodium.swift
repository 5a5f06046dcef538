import CSodium

/// Makes libsodium choose the fastest code for this processor, once, before its first use.
enum Sodium {
    private static let status = sodium_init()

    static func prepare() {
        precondition(status >= 0, "libsodium could not be initialised.")
    }
}

extension RawSpan {
    /// The byte at `index`, which the caller has checked.
    func unsafeLoad(at index: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }
}

extension UnsafeRawBufferPointer {
    /// The address that C functions are given; of no bytes, one that is never read.
    var octets: UnsafePointer<UInt8> {
        guard let base = baseAddress else {
            return unsafe UnsafePointer(bitPattern: UInt(1)).unsafelyUnwrapped
        }
        return unsafe base.assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// The address that C functions are given; of no bytes, one that is never written.
    var octets: UnsafeMutablePointer<UInt8> {
        unsafe UnsafeMutablePointer(mutating: UnsafeRawBufferPointer(self).octets)
    }
}
