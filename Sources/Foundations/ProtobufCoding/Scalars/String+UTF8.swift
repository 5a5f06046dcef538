extension String {
    /// The text that bytes are in UTF-8; nil if they are none, which is not repaired.
    init?(validUTF8 bytes: UnsafeRawBufferPointer) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            let units = unsafe Span<UInt8>(_unsafeBytes: bytes)
            guard let valid = try? UTF8Span(validating: units) else { return nil }
            self.init(copying: valid)
        } else {
            unsafe self.init(comparingUTF8: bytes)
        }
    }

    /// The same of bytes in an array.
    init?(validUTF8 bytes: [UInt8]) {
        let text = unsafe bytes.withUnsafeBytes { bytes in unsafe String(validUTF8: bytes) }
        guard let text else { return nil }
        self = text
    }

    /// The same for systems whose standard library has no `UTF8Span`.
    ///
    /// What is repaired while it is read is no longer what it was.
    init?(comparingUTF8 bytes: UnsafeRawBufferPointer) {
        var text = unsafe String(decoding: bytes, as: UTF8.self)
        let isSame = text.withUTF8 { units in
            unsafe units.count == bytes.count && units.elementsEqual(bytes)
        }
        guard isSame else { return nil }
        self = text
    }
}
