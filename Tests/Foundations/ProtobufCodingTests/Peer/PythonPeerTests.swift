import Foundation
import ProtobufCoding
import TestSupport
import Testing

/// Google's implementation and this one must agree on every byte.
@Suite
struct PythonPeerTests {
    private static let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    private static let count = 300

    /// Python's random messages of every type, by its name.
    private static let messages = Result {
        let names = ["Scalars", "Optionals", "Lists", "Maps", "Choice", "Tree", "Note"]
        let random = try withPeer { peer in
            try peer.random(names.map { "test.\($0)" }, count: count, seed: seed)
        }
        return Dictionary(uniqueKeysWithValues: zip(names, random))
    }

    @Test
    func randomScalarsSurvive() throws { try check(Scalars.self, "Scalars") }

    @Test
    func randomOptionalsSurvive() throws { try check(Optionals.self, "Optionals") }

    @Test
    func randomListsSurvive() throws { try check(Lists.self, "Lists") }

    @Test
    func randomMapsSurvive() throws { try check(Maps.self, "Maps") }

    @Test
    func randomChoicesSurvive() throws { try check(Choice.self, "Choice") }

    @Test
    func randomTreesSurvive() throws { try check(Tree.self, "Tree") }

    @Test
    func randomNotesSurvive() throws { try check(CodedNote.self, "Note") }

    @Test
    func randomHandWrittenNotesSurvive() throws { try check(FastNote.self, "Note") }

    @Test
    func pythonReadsWhatSwiftWrites() throws {
        var scalars = Scalars()
        scalars.int32 = -5
        scalars.sint64 = -5
        scalars.fixed64 = 7
        scalars.double = -0.0
        scalars.string = "쪽지"
        scalars.bytes = [0, 255]
        scalars.color = .dark
        let unset = Choice(before: 1, body: nil, after: 2)
        let empty = Choice(before: 0, body: .text(""), after: 2)
        let inner = Choice(before: 0, body: .scalars(Scalars()), after: 0)
        let moment = Choice(body: .moment(try #require(ProtobufTimestamp(seconds: 1, nanos: 5))))
        var maps = Maps()
        maps.string = ["b": ProtobufDuration(), "a": try #require(ProtobufDuration(seconds: -1))]
        maps.bool = [true: 0, false: 1]
        maps.sint32 = [3: .unrecognized(9), -3: .red]
        let scalarsText = """
            {"bytes": "AP8=", "color": "DARK", "double": -0.0, "fixed64": "7", "int32": -5, \
            "sint64": "-5", "string": "\\ucabd\\uc9c0"}
            """
        let mapsText = """
            {"bool": {"false": "1", "true": "0"}, "sint32": {"-3": "RED", "3": 9}, \
            "string": {"a": "-1s", "b": "0s"}}
            """
        let encoder = ProtobufEncoder()
        try agree([
            ("Scalars", encoder.encode(scalars), scalarsText),
            ("Choice", encoder.encode(unset), #"{"after": "2", "before": "1"}"#),
            ("Choice", encoder.encode(empty), #"{"after": "2", "text": ""}"#),
            ("Choice", encoder.encode(inner), #"{"scalars": {}}"#),
            ("Choice", encoder.encode(moment), #"{"moment": "1970-01-01T00:00:01.000000005Z"}"#),
            ("Maps", encoder.encode(maps), mapsText),
        ])
    }

    /// Python reads from each message what its JSON says, and writes the same bytes.
    private func agree(_ cases: [(type: String, bytes: [UInt8], json: String)]) throws {
        let replies = try Self.withPeer { peer in
            try peer.canonical(cases.map { (type: "test.\($0.type)", bytes: $0.bytes) })
        }
        for (sent, reply) in zip(cases, replies) {
            #expect(reply.bytes == sent.bytes)
            #expect(reply.json == sent.json)
        }
    }

    /// Python's random values come back from Swift unchanged.
    private func check<Message: Codable>(_ type: Message.Type, _ name: String) throws {
        for value in try #require(Self.messages.get()[name]) {
            let message = try ProtobufDecoder().decode(type, from: value)
            let bytes = try ProtobufEncoder().encode(message)
            guard bytes == value else {
                Issue.record("seed \(Self.seed): \(hex(value)) became \(hex(bytes))")
                return
            }
        }
    }

    private static func withPeer<Value>(_ body: (PythonPeer) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("protobuf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("test.proto")
        try testProto.write(to: file, atomically: true, encoding: .utf8)
        return try body(PythonPeer(protoDirectory: folder))
    }
}
