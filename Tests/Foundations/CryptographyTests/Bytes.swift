import Cryptography

extension SecretKey {
    /// The key of bytes 00 to 1f, that of the fixed vectors.
    static var counting: SecretKey? {
        SecretKey(bytes: Array(0..<32 as Range<UInt8>).span.bytes)
    }
}

/// The bytes in lower-case hexadecimal.
func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
}

extension Digest {
    var text: String {
        hex(bytes.indices.map { bytes[$0] })
    }
}

// `#expect` takes no argument that cannot escape: these take arrays in place of spans.

extension SecretKey {
    init?(bytes: [UInt8]) {
        self.init(bytes: bytes.span.bytes)
    }
}

extension Digest {
    init(of message: [UInt8]) {
        self.init(of: message.span.bytes)
    }

    init(of message: [UInt8], key: SecretKey) {
        self.init(of: message.span.bytes, key: key)
    }

    init?(bytes: [UInt8]) {
        self.init(bytes: bytes.span.bytes)
    }
}

extension PasswordHash {
    static func hash(
        _ password: [UInt8],
        parameters: PasswordHashParameters
    ) throws(CryptographyError) -> PasswordHash {
        try hash(password.span.bytes, parameters: parameters)
    }

    func verify(_ password: [UInt8]) -> Bool {
        verify(password.span.bytes)
    }
}

extension SealedBox {
    static func seal(_ message: [UInt8], key: SecretKey, context: [UInt8]) -> [UInt8] {
        seal(message.span.bytes, key: key, context: context.span.bytes)
    }

    static func open(
        _ sealed: [UInt8],
        key: SecretKey,
        context: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        try open(sealed.span.bytes, key: key, context: context.span.bytes)
    }
}

extension ConstantTime {
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        areEqual(left.span.bytes, right.span.bytes)
    }
}
