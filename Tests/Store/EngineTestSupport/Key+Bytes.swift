package import StorageEngine

extension Key {
    /// A key of these bytes.
    package init(_ bytes: UInt8...) {
        self.init()
        for byte in bytes { append(byte) }
    }

    /// A key of eight bytes.
    package init(number: Int) {
        self.init()
        append(UInt64(number))
    }

    /// A key of the eight bytes of a number.
    package init(beginning: UInt64) {
        self.init()
        append(beginning)
    }

    /// Its bytes.
    package var array: [UInt8] {
        withBytes { bytes in bytes.array }
    }
}

extension RawSpan {
    /// Its bytes.
    package var array: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
