/// The first words of a TLS 1.3 client, which make a server agree on keys and sign: most of what a
/// handshake costs it.
///
/// RFC 8446, section 4.1.2. The keys are no secret of anybody, so that the handshake cannot end.
enum ClientHello {
    /// The record as it is sent.
    static let bytes: [UInt8] = record

    private static let record: [UInt8] = [0x16, 3, 1] + counted(handshake)
    private static let handshake: [UInt8] = [1, 0] + counted(hello)
    private static let hello: [UInt8] =
        [3, 3] + random + [0] + counted(cipherSuites) + [1, 0] + counted(extensions)
    private static let random = [UInt8](repeating: 0x42, count: 32)
    /// TLS_AES_128_GCM_SHA256 alone.
    private static let cipherSuites: [UInt8] = [0x13, 1]
    private static let extensions: [UInt8] =
        supportedVersions + supportedGroups + signatureAlgorithms + keyShare + protocolNames

    private static let supportedVersions: [UInt8] = [0, 43, 0, 3, 2, 3, 4]
    /// X25519 alone.
    private static let supportedGroups: [UInt8] = [0, 10, 0, 4, 0, 2, 0, 29]
    /// ecdsa_secp256r1_sha256, and rsa_pss_rsae_sha256 for servers with another certificate.
    private static let signatureAlgorithms: [UInt8] = [0, 13, 0, 6, 0, 4, 4, 3, 8, 4]
    /// Any 32 bytes are a public key of X25519, but for a few.
    private static let keyShare: [UInt8] =
        [0, 51] + counted(counted([0, 29] + counted([UInt8](repeating: 0x42, count: 32))))
    private static let protocolNames: [UInt8] = [0, 16] + counted(counted([5] + "ttrpc".utf8))

    /// Bytes behind their count in two bytes.
    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }
}
