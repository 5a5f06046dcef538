import Foundation
import ProtobufCoding
import TestSupport
import Testing

/// Google's implementation and this one must agree on every byte.
@Suite
struct PythonPeerTests {
    private static let seed = UInt64.random(in: 0...UInt64(UInt32.max))

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
        let expected = """
            {"bytes": "AP8=", "color": "DARK", "double": -0.0, "fixed64": "7", "int32": -5, \
            "sint64": "-5", "string": "\\ucabd\\uc9c0"}
            """
        try agree("Scalars", scalars, json: expected)

        let unset = Choice(before: 1, body: nil, after: 2)
        try agree("Choice", unset, json: #"{"after": "2", "before": "1"}"#)
        let empty = Choice(before: 0, body: .text(""), after: 2)
        try agree("Choice", empty, json: #"{"after": "2", "text": ""}"#)
        let inner = Choice(before: 0, body: .scalars(Scalars()), after: 0)
        try agree("Choice", inner, json: #"{"scalars": {}}"#)
        let moment = Choice(body: .moment(try #require(ProtobufTimestamp(seconds: 1, nanos: 5))))
        try agree("Choice", moment, json: #"{"moment": "1970-01-01T00:00:01.000000005Z"}"#)

        var maps = Maps()
        maps.string = ["b": ProtobufDuration(), "a": try #require(ProtobufDuration(seconds: -1))]
        maps.bool = [true: 0, false: 1]
        maps.sint32 = [3: .unrecognized(9), -3: .red]
        let text = """
            {"bool": {"false": "1", "true": "0"}, "sint32": {"-3": "RED", "3": 9}, \
            "string": {"a": "-1s", "b": "0s"}}
            """
        try agree("Maps", maps, json: text)
    }

    private func agree(_ name: String, _ value: some Encodable, json: String) throws {
        try withPeer { peer in
            let bytes = try ProtobufEncoder().encode(value)
            let reply = try #require(peer.canonical("test.\(name)", [bytes]).first)
            #expect(reply.bytes == bytes)
            #expect(reply.json == json)
        }
    }

    /// Python's random values come back from Swift unchanged.
    private func check<Message: Codable>(_ type: Message.Type, _ name: String) throws {
        try withPeer { peer in
            let values = try peer.random("test.\(name)", count: 300, seed: Self.seed)
            #expect(values.count == 300)
            for value in values {
                let message = try ProtobufDecoder().decode(type, from: value)
                let bytes = try ProtobufEncoder().encode(message)
                guard bytes == value else {
                    Issue.record("seed \(Self.seed): \(hex(value)) became \(hex(bytes))")
                    return
                }
            }
        }
    }

    private func withPeer(_ body: (PythonPeer) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("protobuf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("test.proto")
        try testProto.write(to: file, atomically: true, encoding: .utf8)
        try body(PythonPeer(protoDirectory: folder))
    }
}
