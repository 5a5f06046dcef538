import ProtobufCoding
import Testing

/// Whatever the bytes, decoding gives a value or an error, and a value that is written and read
/// again stays what it is.
@Suite
struct FuzzTests {
    /// A small generator that repeats itself for one seed.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = state
            value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
            return value ^ (value >> 31)
        }
    }

    /// Messages to start from: a list of every kind, maps, oneofs, trees, notes.
    private var seeds: [[UInt8]] {
        get throws {
            let encoder = ProtobufEncoder()
            var lists = Lists(
                bytes: [[1, 2]],
                string: ["쪽지", ""],
                double: [1, -0.0],
                bool: [true]
            )
            lists.scalars = [Scalars(int32: -1, string: "text", color: .blue)]
            lists.int64 = [1, 300, -1]
            var maps = Maps(int32: [1: "a", -1: "b"], sint64: [5: Scalars(bytes: [1])])
            maps.sfixed64 = [7: Maps(bool: [true: 1, false: 2])]
            let choice = Choice(before: 1, body: .scalars(Scalars(int32: 1)), after: 2)
            let tree = hex("0a0161 12020a00 22070a0162 22020a00 2a020805 32020801 3a041002 0801")
            let note = hex("0801 120161 1a00 22020102 2a0161 320101 52020801 5a020802 62030a0161")
            return try [
                encoder.encode(lists), encoder.encode(maps), encoder.encode(choice), tree, note,
                encoder.encode(Scalars(int32: -1, float: 1, string: "쪽지")),
            ]
        }
    }

    @Test
    func mutatedAndRandomBytesNeverTrap() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = Generator(state: seed)
        let seeds = try seeds
        var accepted = 0
        for round in 0..<20_000 {
            let bytes = mutate(seeds, &generator)
            let isStable =
                switch round % 7 {
                case 0: stable(Scalars.self, bytes, &accepted)
                case 1: stable(Optionals.self, bytes, &accepted)
                case 2: stable(Lists.self, bytes, &accepted)
                case 3: stable(Maps.self, bytes, &accepted)
                case 4: stable(Choice.self, bytes, &accepted)
                case 5: stable(Tree.self, bytes, &accepted)
                default: agree(bytes, &accepted)
                }
            guard isStable else {
                Issue.record("seed \(seed), round \(round): \(hex(bytes))")
                return
            }
        }
        #expect(accepted > 500, "seed \(seed)")
    }

    private func mutate(_ seeds: [[UInt8]], _ generator: inout Generator) -> [UInt8] {
        if Int.random(in: 0..<8, using: &generator) == 0 {
            let count = Int.random(in: 0..<40, using: &generator)
            return (0..<count).map { _ in .random(in: 0...255, using: &generator) }
        }
        var bytes = seeds.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[at] = .random(in: 0...255, using: &generator)
            case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(at...)
            case 3: bytes.remove(at: at)
            default:
                let other = seeds.randomElement(using: &generator) ?? []
                bytes.insert(contentsOf: other, at: at)
            }
        }
        return bytes
    }

    /// Whether what is decoded is written the same way twice.
    private func stable<Message: Codable>(
        _ type: Message.Type,
        _ bytes: [UInt8],
        _ accepted: inout Int
    ) -> Bool {
        guard let message = try? ProtobufDecoder().decode(type, from: bytes) else { return true }
        accepted += 1
        do {
            let first = try ProtobufEncoder().encode(message)
            let again = try ProtobufDecoder().decode(type, from: first)
            return try ProtobufEncoder().encode(again) == first
        } catch {
            return false
        }
    }

    /// Whether the hand-written coding takes and gives what the `Codable` one does.
    private func agree(_ bytes: [UInt8], _ accepted: inout Int) -> Bool {
        let coded = try? ProtobufDecoder().decode(CodedNote.self, from: bytes)
        let fast = try? ProtobufDecoder().decode(FastNote.self, from: bytes)
        guard let coded, let fast else { return (coded == nil) == (fast == nil) }
        accepted += 1
        guard stable(FastNote.self, bytes, &accepted) else { return false }
        let left = try? ProtobufEncoder().encode(coded)
        let right = try? ProtobufEncoder().encode(fast)
        // A plain `Codable` message that occurs twice merges only in the other.
        return left == right || bytes.filter { $0 == 0x72 }.count > 1
    }
}
