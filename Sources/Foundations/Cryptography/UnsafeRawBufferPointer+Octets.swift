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
