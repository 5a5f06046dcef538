import Cryptography
import Testing

@Suite("Sealed box")
struct SealedBoxTests {
    private let key = SecretKey.random()
    private let context = Array("place".utf8)

    @Test(arguments: [0, 1, 64, 5_000])
    func opensWhatItSealed(count: Int) throws {
        let message = RandomBytes().array(count: count)
        let sealed = SealedBox.seal(message, key: key, context: context)
        #expect(sealed.count == count + SealedBox.overheadByteCount)
        let opened = try SealedBox.open(sealed, key: key, context: context)
        #expect(opened == message)
    }

    @Test func refusesEveryChange() throws {
        let sealed = SealedBox.seal([1, 2, 3], key: key, context: context)
        for index in sealed.indices {
            var bad = sealed
            bad[index] ^= 0x80
            #expect(throws: CryptographyError.forged) {
                try SealedBox.open(bad, key: key, context: context)
            }
        }
        for count in sealed.indices {
            let bad = Array(sealed.prefix(count))
            #expect(throws: CryptographyError.forged) {
                try SealedBox.open(bad, key: key, context: context)
            }
        }
        #expect(throws: CryptographyError.forged) {
            try SealedBox.open(sealed, key: key, context: [])
        }
        #expect(throws: CryptographyError.forged) {
            try SealedBox.open(sealed, key: .random(), context: context)
        }
    }

    @Test func aKeyJoinedWithAWordOpensWhatTheSamePairSealed() throws {
        let sealed = SealedBox.seal([1, 2], key: key.joined(with: "word"), context: context)
        let opened = try SealedBox.open(sealed, key: key.joined(with: "word"), context: context)
        #expect(opened == [1, 2])
        for wrong in [key, key.joined(with: "Word"), SecretKey.random().joined(with: "word")] {
            #expect(throws: CryptographyError.forged) {
                try SealedBox.open(sealed, key: wrong, context: context)
            }
        }
    }

    @Test func sealsDifferentlyEachTime() {
        let one = SealedBox.seal([1], key: key, context: [])
        #expect(one != SealedBox.seal([1], key: key, context: []))
    }

    @Test func randomBytesDiffer() {
        var source = RandomBytes()
        #expect(source.next() != source.next())
        #expect(source.array(count: 16) != source.array(count: 16))
        #expect(source.array(count: 0).isEmpty)
        #expect((0..<10).contains(Int.random(in: 0..<10, using: &source)))
    }
}
