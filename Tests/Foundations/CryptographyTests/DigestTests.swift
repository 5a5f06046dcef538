import Cryptography
import Testing

@Suite("Digest")
struct DigestTests {
    private let message = Array("abc".utf8)

    /// Expected values made by Python's hashlib.
    @Test func matchesTheVectors() throws {
        #expect(
            Digest(of: message).text
                == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
        )
        #expect(
            Digest(of: []).text
                == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
        )
        let key = try #require(SecretKey.counting)
        #expect(
            Digest(of: message, key: key).text
                == "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f"
        )
    }

    @Test func comesBackFromItsBytes() throws {
        let digest = Digest(of: message)
        let bytes = digest.bytes.indices.map { digest.bytes[$0] }
        #expect(Digest(bytes: bytes) == digest)
        #expect(Digest(bytes: Array(bytes.dropLast())) == nil)
        #expect(Set([digest, digest]).count == 1)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(Digest(bytes: other) != digest)
        }
    }

    @Test func aMessageInPiecesHasTheSameDigest() {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        for pieceByteCount in [1, 7, 128, 1000] {
            var stream = DigestStream()
            for start in stride(from: 0, to: message.count, by: pieceByteCount) {
                let piece = Array(message[start...].prefix(pieceByteCount))
                stream.append(piece.span.bytes)
            }
            #expect(stream.finish() == Digest(of: message))
        }
        #expect(DigestStream().finish() == Digest(of: []))
    }

    @Test func comparesInConstantTime() {
        let empty: [UInt8] = []
        #expect(ConstantTime.areEqual(message, message))
        #expect(ConstantTime.areEqual(empty, empty))
        #expect(!ConstantTime.areEqual(empty, message))
        #expect(!ConstantTime.areEqual(Array("abd".utf8), message))
    }
}
