import ProtobufCoding
import Testing

/// A message that writes itself must give the bytes that `Codable` gives.
@Suite
struct HandWrittenTests {
    let encoder = ProtobufEncoder()
    let decoder = ProtobufDecoder()

    private var note: FastNote {
        var note = FastNote()
        (note.id, note.sender, note.content, note.tags) = (-7, "익명", "", [1, 300, -1])
        (note.names, note.parts, note.data, note.key) = (["", "b"], [[], [1]], [9], [])
        (note.level, note.counts, note.color) = (0, ["b": 1, "": 0, "a": -1], .unrecognized(44))
        (note.sent, note.scalars) = (ProtobufTimestamp(seconds: 5), Scalars(uint: 3))
        note.history = [Scalars(), Scalars(int32: 1)]
        note.thread = [FastNote(), FastNote(sender: "x")]
        note.answer = .init(FastNote(content: String(repeating: "long", count: 100)))
        return note
    }

    @Test
    func bothCodingsGiveTheSameBytes() throws {
        for note in [note, FastNote()] {
            let bytes = try encoder.encode(note)
            let coded = try decoder.decode(CodedNote.self, from: bytes)
            #expect(try encoder.encode(coded) == bytes)
            #expect(try encoder.encode(decoder.decode(FastNote.self, from: bytes)) == bytes)
        }
    }

    @Test
    func messagesMergeAsWithCodable() throws {
        let bytes = hex("5204 0801 2001  5205 120178 2002  5200")
        let fast = try encoder.encode(decoder.decode(FastNote.self, from: bytes))
        let coded = try encoder.encode(decoder.decode(CodedNote.self, from: bytes))
        #expect(fast == coded)
        #expect(hex(fast) == "5209" + "0801" + "120178" + "22020102")
    }

    @Test
    func plainMessagesAreLeftOutWhenEmpty() throws {
        struct Coded: Codable, Equatable {
            var scalars = Scalars()
            var span = ProtobufDuration()
            enum CodingKeys: Int, CodingKey { case scalars = 1, span = 100 }
        }
        struct Fast: ProtobufMessage {
            var scalars = Scalars()
            var span = ProtobufDuration()
            func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
                try writer.write(scalars, field: 1)
                try writer.write(span, field: 100)
            }
            mutating func merge(
                from reader: inout ProtobufReader
            ) throws(ProtobufDecodingError) {
                while let number = try reader.nextField() {
                    switch number {
                    case 1: try reader.read(into: &scalars)
                    case 100: try reader.read(into: &span)
                    default: break
                    }
                }
            }
        }
        let span = try #require(ProtobufDuration(seconds: 1))
        for coded in [Coded(), Coded(scalars: Scalars(int32: 1), span: span)] {
            let bytes = try encoder.encode(coded)
            #expect(bytes.isEmpty == (coded == Coded()))
            let fast = try decoder.decode(Fast.self, from: bytes)
            #expect(fast.scalars == coded.scalars && fast.span == coded.span)
            #expect(try encoder.encode(fast) == bytes)
        }
    }

    @Test
    func errorsOfNestedValuesKeepTheOutput() throws {
        struct Bad: Encodable {
            func encode(to encoder: any Encoder) throws { throw Refusal() }
            struct Refusal: Error {}
        }
        var writer = ProtobufWriter()
        writer.write(Int32(5), field: 1)
        do {
            try writer.write([Bad()], field: 2)
            Issue.record("no error")
        } catch {
            #expect(error.code == .invalidValue)
        }
        #expect(writer.byteCount >= 2)
        struct Holder: ProtobufEncodable {
            enum CodingKeys: CodingKey {}
            func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
                try writer.write([Bad()], field: 2)
            }
            func encode(to encoder: any Encoder) throws {}
        }
        #expect(throws: ProtobufEncodingError.self) { try encoder.encode([1: Holder()]) }
        #expect(throws: ProtobufEncodingError.self) { try encoder.encode(Holder()) }
    }

    @Test
    func writerBuildsMessagesFromParts() throws {
        var writer = ProtobufWriter(reservingByteCount: 10)
        let stored = try encoder.encode(Scalars(int32: 5))
        writer.writeMessage(field: 1) { inner in
            inner.append(stored)
            inner.write([UInt8](), field: 2)
            inner.write([1, 2] as [UInt8]?, field: 2)
            inner.write(Bool?.none, field: 3)
            inner.write("x", field: 4)
            inner.write("" as String?, field: 5)
        }
        writer.appendTag(field: 3, .varint)
        writer.appendVarint(.max)
        writer.write(Float(1), field: 4)
        writer.write([Int32](), field: 5)
        let span = stored.span
        unsafe writer.writeBytes(span.bytes, field: 6)
        unsafe writer.append(span.bytes)
        #expect(
            hex(writer.finish())
                == "0a0b" + "0805" + "12020102" + "220178" + "2a00"
                + "18ffffffffffffffffff01" + "250000803f" + "32020805" + "0805"
        )
        #expect(ProtobufWriter().finish() == [])
    }

    @Test
    func readerSeesWireTypesAndContent() throws {
        struct Peek: ProtobufDecodable {
            var types: [ProtobufWireType] = []
            var content: [UInt8] = []
            var optional: Fixed32?
            var words: String?
            init() {}
            init(from decoder: any Decoder) throws {}
            mutating func merge(
                from reader: inout ProtobufReader
            ) throws(ProtobufDecodingError) {
                while let number = try reader.nextField() {
                    if let type = reader.wireType { types.append(type) }
                    switch number {
                    case 1: try reader.read(into: &content)
                    case 2: try reader.read(into: &optional)
                    case 3: try reader.read(into: &words)
                    default: break
                    }
                }
            }
        }
        let bytes = hex("0a03010203 1501000000 1a0161 2001 290102030405060708")
        let peek = try decoder.decode(Peek.self, from: bytes)
        #expect(peek.content == [1, 2, 3])
        #expect(peek.optional == 1 && peek.words == "a")
        #expect(
            peek.types == [.lengthDelimited, .fixed32, .lengthDelimited, .varint, .fixed64]
        )
        #expect(throws: ProtobufDecodingError.self) {
            try decoder.decode(Peek.self, from: hex("0801"))
        }
    }
}
