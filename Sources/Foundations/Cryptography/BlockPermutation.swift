import CSodium

/// A block of 128 bits in two halves.
package struct Block: Sendable, Hashable {
    /// The first half.
    package var left: UInt64
    /// The second half.
    package var right: UInt64

    /// Puts two halves together.
    package init(left: UInt64, right: UInt64) {
        self.left = left
        self.right = right
    }
}

/// A secret permutation of all 128-bit blocks that looks random to who lacks the key.
///
/// It turns what must stay hidden, such as an owner and a position, into a name that can be
/// turned back without any table: no two blocks share a name, and each name has a block.
///
/// The construction is a Feistel network of 8 rounds; its round functions are SipHash-2-4, a
/// pseudo-random function of 64 bits, each under its own key. Luby and Rackoff ("How to construct
/// pseudorandom permutations", SIAM J. Comput. 17, 1988) proved that 4 such rounds cannot be told
/// from a random permutation, asked in both directions, up to about 2^32 queries (the square
/// root of the half's size). Patarin ("Security of random Feistel schemes with 5 or more rounds",
/// CRYPTO 2004) proved that from 5 rounds on the bound is near 2^64 queries; 8 leave a margin.
/// The proofs assume that SipHash keeps its promise; guessing all keys costs more than either.
package struct BlockPermutation: Sendable {
    private let roundKeys: SecretBytes

    private static let roundCount = 8
    /// Bytes of a SipHash key.
    private static let roundKeyByteCount = 16

    /// Derives the round keys from `key`.
    package init(key: SecretKey) {
        let master = MasterKey(key)
        let halves = (0..<2).map { half in
            master.derive(UInt64(half), context: "feistel8", byteCount: 64)
        }
        let byteCount = Self.roundCount * Self.roundKeyByteCount
        unsafe roundKeys = SecretBytes(byteCount: byteCount) { target in
            for (index, half) in halves.enumerated() {
                unsafe half.withBytes { bytes in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[(index * 64)...])
                        .copyMemory(from: bytes)
                }
            }
        }
    }

    /// The block that stands for `block`.
    package func forward(_ block: Block) -> Block {
        unsafe roundKeys.withBytes { keys in
            var block = block
            for round in 0..<Self.roundCount {
                let mixed = unsafe block.left ^ Self.mix(block.right, round: round, keys)
                block = Block(left: block.right, right: mixed)
            }
            return block
        }
    }

    /// The block that `block` stands for: the inverse of `forward`.
    package func backward(_ block: Block) -> Block {
        unsafe roundKeys.withBytes { keys in
            var block = block
            for round in (0..<Self.roundCount).reversed() {
                let mixed = unsafe block.right ^ Self.mix(block.left, round: round, keys)
                block = Block(left: mixed, right: block.left)
            }
            return block
        }
    }

    /// SipHash-2-4 of one half, little-endian in and out.
    private static func mix(_ half: UInt64, round: Int, _ keys: UnsafeRawBufferPointer) -> UInt64 {
        var input = half.littleEndian
        var output: UInt64 = 0
        unsafe withUnsafeBytes(of: &input) { input in
            unsafe withUnsafeMutableBytes(of: &output) { output in
                let key = unsafe keys.octets
                _ = unsafe crypto_shorthash(
                    output.octets,
                    input.octets,
                    UInt64(input.count),
                    key + round * roundKeyByteCount
                )
            }
        }
        return UInt64(littleEndian: output)
    }
}
