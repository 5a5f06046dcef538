/// The first words of a TLS 1.3 client, which make a server agree on keys and sign: most of what a
/// handshake costs it.
///
/// RFC 8446, section 4.1.2. The keys are no secret of anybody, so that the handshake cannot end.
enum ClientHello {
    /// The record as it is sent, by a client that speaks a protocol, as ALPN names it.
    static func bytes(speaking protocolName: String) -> [UInt8] {
        let hello =
            [3, 3] + random + [0] + counted(cipherSuites) + [1, 0]
            + counted(extensions + protocolNames(protocolName))
        return [0x16, 3, 1] + counted([1, 0] + counted(hello))
    }

    private static let random = [UInt8](repeating: 0x42, count: 32)
    /// TLS_AES_128_GCM_SHA256 alone.
    private static let cipherSuites: [UInt8] = [0x13, 1]
    private static let extensions: [UInt8] =
        supportedVersions + supportedGroups + signatureAlgorithms + keyShare

    private static let supportedVersions: [UInt8] = [0, 43, 0, 3, 2, 3, 4]
    /// X25519 alone.
    private static let supportedGroups: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 29]
    /// ecdsa_secp256r1_sha256, and rsa_pss_rsae_sha256 for servers with another certificate.
    private static let signatureAlgorithms: [UInt8] = [0, 13, 0, 6, 0, 4, 4, 3, 8, 4]
    /// Any 32 bytes are a public key of X25519, but for a few.
    private static let keyShare: [UInt8] =
        [0, 51] + counted(counted([0, 29] + counted([UInt8](repeating: 0x42, count: 32))))

    private static func protocolNames(_ protocolName: String) -> [UInt8] {
        let name = [UInt8(protocolName.utf8.count)] + Array(protocolName.utf8)
        return [0, 16] + counted(counted(name))
    }

    /// Bytes behind their count in two bytes.
    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }
}
