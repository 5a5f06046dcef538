import EngineTestSupport
import TestSupport
import Testing

@testable import StorageEngine

@Suite("Key")
struct KeyTests {
    @Test func appendsTheMostSignificantByteFirst() {
        var key = Key()
        key.append(0x01 as UInt8)
        key.append(0x0203_0405 as UInt32)
        key.append(0x0607_0809_0A0B_0C0D as UInt64)
        #expect(key.array == Array(1...13))
        key.append(InlineArray<16, UInt8>(repeating: 0xFE))
        key.append(InlineArray<32, UInt8>(repeating: 0xFF))
        #expect(key.byteCount == 61)
        #expect(
            key.array.suffix(48) == Array(repeating: 0xFE, count: 16)
                + Array(repeating: 0xFF, count: 32)
        )
    }

    @Test(arguments: [0, 1, 63, 64])
    func takesUpToItsLimit(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        let key = Key(bytes: bytes.span.bytes)
        #expect(key?.array == bytes)
        let long = [UInt8](repeating: 7, count: 65)
        let none = Key(bytes: long.span.bytes)
        #expect(none == nil)
    }

    @Test func oneByteTooManyIsABug() async {
        await #expect(processExitsWith: .failure) {
            var key = Key()
            for _ in 0...Key.byteCountMax { key.append(0 as UInt8) }
        }
    }

    @Test func isOrderedAsItsBytesAre() {
        var generator = SeededGenerator()
        for _ in 0..<5_000 {
            let left = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                UInt8.random(in: 0...2, using: &generator)
            }
            let right = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                UInt8.random(in: 0...2, using: &generator)
            }
            guard let one = Key(bytes: left.span.bytes), let other = Key(bytes: right.span.bytes)
            else { return }
            #expect((one < other) == left.lexicographicallyPrecedes(right), "\(generator)")
            #expect((one == other) == (left == right), "\(generator)")
            if left == right { #expect(one.hashValue == other.hashValue) }
        }
    }

    @Test func comparesToBytesAsToTheirKey() {
        var generator = SeededGenerator()
        for _ in 0..<5_000 {
            // Around the eight bytes that are compared at once, and mostly the same.
            let left = Self.sparseBytes(using: &generator)
            let right = Self.sparseBytes(using: &generator)
            guard let key = Key(bytes: left.span.bytes) else { return }
            let order = key.compare(to: right.span.bytes)
            #expect((order < 0) == left.lexicographicallyPrecedes(right), "\(generator)")
            #expect((order == 0) == (left == right), "\(generator)")
        }
    }

    private static func sparseBytes(using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 6...10, using: &generator)).map { _ in
            UInt8.random(in: 0...9, using: &generator) == 0 ? 0xFF : 0
        }
    }

    @Test(
        arguments: [
            ([1], [2]), ([1, 2], [1, 3]), ([1, 0xFF], [2]), ([1, 0xFF, 0xFF], [2]), ([0xFF], nil),
            ([], nil),
        ] as [([UInt8], [UInt8]?)]
    )
    func prefixEndsBeforeItsSuccessor(prefix: [UInt8], successor: [UInt8]?) throws {
        let key = Key(bytes: prefix.span.bytes)
        let range = KeyRange(prefix: try #require(key))
        #expect(range.lower.array == prefix)
        #expect(range.upper?.array == successor)
    }

    @Test func rangeIsHalfOpen() {
        let range = KeyRange(lower: Key(1), upper: Key(3))
        #expect(range.contains(Key(1)))
        #expect(range.contains(Key(2, 0xFF)))
        #expect(!range.contains(Key(3)))
        #expect(!range.contains(Key(0, 0xFF)))
        #expect(KeyRange.all.contains(Key()))
        #expect(KeyRange(prefix: Key(0xFF)).contains(Key(0xFF, 0xFF)))
    }

    @Test func rangeOfOneBeginning() throws {
        let user = Key(beginning: 0x1FF)
        #expect(KeyRange(prefix: user).hasOneBeginning)
        #expect(KeyRange(prefix: Key(beginning: .max)).hasOneBeginning)
        var note = user
        note.append(7 as UInt64)
        #expect(KeyRange(lower: user, upper: note).hasOneBeginning)
        #expect(KeyRange(lower: note, upper: user.prefixSuccessor).hasOneBeginning)

        #expect(!KeyRange.all.hasOneBeginning)
        #expect(!KeyRange(lower: user, upper: nil).hasOneBeginning)
        #expect(!KeyRange(prefix: Key(1, 2)).hasOneBeginning)
        #expect(!KeyRange(lower: user, upper: Key(beginning: 0x201)).hasOneBeginning)
        // Before this end comes a key of seven bytes, which begins as the end does.
        #expect(!KeyRange(lower: user, upper: Key(beginning: 0x200)).hasOneBeginning)
    }
}
