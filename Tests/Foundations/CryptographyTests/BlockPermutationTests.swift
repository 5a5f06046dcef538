import Cryptography
import TestSupport
import Testing

@Suite("Block permutation")
struct BlockPermutationTests {
    private let permutation: BlockPermutation

    init() throws {
        permutation = BlockPermutation(key: try #require(.counting))
    }

    /// Vectors made by an independent SipHash-2-4 and BLAKE2b (Python) with the key bytes 00 to 1f.
    @Test(arguments: [
        (
            Block(left: 0, right: 0),
            Block(left: 0x256c_4289_9564_77a7, right: 0x49e5_6868_22b4_5995)
        ),
        (
            Block(left: 1, right: 0),
            Block(left: 0x0b7e_09ab_6ebe_0624, right: 0x9d85_212a_cdac_7006)
        ),
        (
            Block(left: 0, right: 1),
            Block(left: 0x7e6f_0438_f096_1199, right: 0x35a0_bcb0_87f8_36e3)
        ),
        (
            Block(left: .max, right: .max),
            Block(left: 0x1a1e_e06c_ab53_af55, right: 0x1fff_12c4_7e88_8ed4)
        ),
        (
            Block(left: 42, right: 1_000),
            Block(left: 0x44d5_b9c6_91a0_c9dd, right: 0x97c0_672e_d467_1b78)
        ),
    ])
    func matchesTheVectors(plain: Block, expected: Block) {
        #expect(permutation.forward(plain) == expected)
        #expect(permutation.backward(expected) == plain)
    }

    @Test func backwardUndoesForward() {
        var generator = SeededGenerator()
        for _ in 0..<2_000 {
            let block = Block(left: generator.next(), right: generator.next())
            #expect(permutation.backward(permutation.forward(block)) == block, "\(generator)")
            #expect(permutation.forward(permutation.backward(block)) == block, "\(generator)")
        }
    }

    @Test func neighboursDoNotMeet() {
        var seen: Set<Block> = []
        for left in 0..<64 as Range<UInt64> {
            for right in 0..<64 as Range<UInt64> {
                seen.insert(permutation.forward(Block(left: left, right: right)))
            }
        }
        #expect(seen.count == 64 * 64)
    }

    @Test func oneBitChangesHalfOfTheBlock() {
        var generator = SeededGenerator(seed: 1)
        var changed = [Int](repeating: 0, count: 128)
        let trials = 64
        for _ in 0..<trials {
            let block = Block(left: generator.next(), right: generator.next())
            let image = permutation.forward(block)
            for bit in 0..<128 {
                var other = block
                if bit < 64 { other.left ^= 1 << bit } else { other.right ^= 1 << (bit - 64) }
                let otherImage = permutation.forward(other)
                changed[bit] += (image.left ^ otherImage.left).nonzeroBitCount
                changed[bit] += (image.right ^ otherImage.right).nonzeroBitCount
            }
        }
        // 8192 coin tosses a bit: 4096 +- 45; five times that is far outside of chance.
        for bit in 0..<128 { #expect(abs(changed[bit] - 64 * trials) < 230, "bit \(bit)") }
    }

    @Test func anotherKeyIsAnotherPermutation() {
        let other = BlockPermutation(key: .random())
        let block = Block(left: 1, right: 2)
        #expect(permutation.forward(block) != other.forward(block))
    }
}
