import Testing

@testable import Cryptography

@Suite("Short digest")
struct ShortDigestTests {
    /// The first vectors of the reference implementation, whose key counts from 0 to 15.
    @Test(
        arguments: [
            (0, 0xa381_7f04_ba25_a8e6, 0x6df6_7214_c755_0293),
            (1, 0xda87_c1d8_6b99_af44, 0x3476_5911_9b22_fc45),
        ] as [(Int, UInt64, UInt64)]
    )
    func matchesTheVectors(byteCount: Int, high: UInt64, low: UInt64) throws {
        let key = try #require(SecretKey.counting)
        let message = (0..<byteCount).map { UInt8($0) }
        let digest = ShortDigest(of: message.span.bytes, key: key)
        #expect(digest.high == high && digest.low == low)
    }

    @Test func dependsOnAllOfTheMessageAndOnTheKey() throws {
        let key = try #require(SecretKey.counting)
        var seen: Set<ShortDigest> = []
        for byteCount in 0..<70 {
            var message = [UInt8](repeating: 7, count: byteCount)
            seen.insert(ShortDigest(of: message.span.bytes, key: key))
            seen.insert(ShortDigest(of: message.span.bytes, key: .random()))
            guard byteCount > 0 else { continue }
            message[byteCount - 1] ^= 1
            seen.insert(ShortDigest(of: message.span.bytes, key: key))
        }
        #expect(seen.count == 70 + 70 + 69)
    }
}
