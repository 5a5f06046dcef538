import ProtobufCoding
import Testing

/// Each limit holds at its edge: the last allowed passes, the next is refused.
@Suite
struct LimitTests {
    private func refuses<Value: Decodable>(
        _ type: Value.Type,
        _ bytes: [UInt8],
        _ limits: ProtobufDecodingLimits = .requests
    ) -> Bool {
        do {
            _ = try ProtobufDecoder(limits: limits).decode(type, from: bytes)
            return false
        } catch {
            #expect(error.code == .limitExceeded, "\(error)")
            return true
        }
    }

    @Test
    func byteCount() {
        let bytes = hex("0801")
        #expect(!refuses(Scalars.self, bytes, .init(byteCountMax: 2)))
        #expect(refuses(Scalars.self, bytes, .init(byteCountMax: 1)))
        #expect(ProtobufDecodingLimits.requests.byteCountMax == 4 << 20)
    }

    /// A tree or note of the given depth, each the child of the one around it.
    private func nest(_ tag: UInt8, depth: Int) -> [UInt8] {
        (1..<depth).reduce([]) { inner, _ in [tag, UInt8(inner.count)] + inner }
    }

    @Test
    func depth() {
        #expect(!refuses(Tree.self, nest(0x12, depth: 8)))
        #expect(refuses(Tree.self, nest(0x12, depth: 9)))
        #expect(!refuses(Tree.self, nest(0x22, depth: 8)))
        #expect(refuses(Tree.self, nest(0x22, depth: 9)))
        #expect(!refuses(FastNote.self, nest(0x52, depth: 8)))
        #expect(refuses(FastNote.self, nest(0x52, depth: 9)))
        #expect(!refuses(FastNote.self, nest(0x5a, depth: 16), .replies))
        #expect(refuses(FastNote.self, nest(0x5a, depth: 17), .replies))
        // A map within a map: an entry is a level of its own.
        #expect(!refuses(Maps.self, hex("5206 1204 5202 1200"), .init(depthMax: 5)))
        #expect(refuses(Maps.self, hex("5206 1204 5202 1200"), .init(depthMax: 4)))
    }

    @Test(arguments: ["2200", "0a00"])
    func messagesAndSingularFieldsOften(_ field: String) {
        let bytes = { (count: Int) in (0..<count).flatMap { _ in hex(field) } }
        #expect(!refuses(Tree.self, bytes(1_000)))
        #expect(refuses(Tree.self, bytes(1_001)))
        #expect(!refuses(Tree.self, bytes(1_001), .replies))
    }

    @Test
    func elements() {
        let three = ProtobufDecodingLimits(elementCountMax: 3)
        func check<Value: Decodable>(_ type: Value.Type, _ allowed: String, _ more: String) {
            #expect(!refuses(type, hex(allowed), three), "\(allowed)")
            #expect(refuses(type, hex(allowed + more), three), "\(allowed + more)")
        }
        check(Lists.self, "0a03010101", "0801")
        check(Lists.self, "0a03010101", "0a0101")
        check(Lists.self, "080108010801", "0a0101")
        check(Lists.self, "720072007200", "7200")
        check(Lists.self, "7a007a007a00", "7a00")
        check(Maps.self, "0a0208010a0208020a020803", "0a020804")
        check(FastNote.self, "2203010101", "2001")
        check(FastNote.self, "200120012001", "220101")
        check(FastNote.self, "2a002a002a00", "2a00")
        check(FastNote.self, "320032003200", "3200")
        check(FastNote.self, "5a005a005a00", "5a00")
        check(FastNote.self, "7a007a007a00", "7a00")
        check(FastNote.self, "62030a0161 62030a0162 62030a0163", "62030a0164")
        enum Closed: Int32, Codable { case zero }
        struct Holder: Codable {
            var list: [Closed]
            enum CodingKeys: Int, CodingKey { case list = 1 }
        }
        check(Holder.self, "0a0200000800", "0800")
    }

    @Test
    func unknownFields() {
        let bytes = { (count: Int) in hex("0801") + (0..<count).flatMap { _ in hex("a00600") } }
        #expect(!refuses(Scalars.self, bytes(64)))
        #expect(refuses(Scalars.self, bytes(65)))
        #expect(!refuses(FastNote.self, bytes(64)))
        #expect(refuses(FastNote.self, bytes(65)))
        // Known ones do not count, however many there are.
        let known = (0..<500).flatMap { _ in hex("0801") }
        #expect(!refuses(Lists.self, known + bytes(64)))
        #expect(refuses(Lists.self, known + bytes(65)))
    }

    /// A million fields are refused before anything is built from them.
    @Test(arguments: [[0x22, 0], [0x7a, 0], [0x0a, 0]] as [[UInt8]])
    func bombs(_ field: [UInt8]) {
        let bytes = [UInt8](unsafeUninitializedCapacity: 2_000_000) { buffer, count in
            for at in buffer.indices { buffer[at] = field[at % 2] }
            count = buffer.count
        }
        #expect(refuses(Tree.self, bytes))
    }
}
