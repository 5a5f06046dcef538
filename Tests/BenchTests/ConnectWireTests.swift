import NoteletAPI
import TTRPC
import Testing

@testable import notelet_bench

@Suite("Calls over HTTP")
struct ConnectWireTests {
    @Test("A request is what the protocol describes")
    func request() {
        var output = ByteBuffer()
        let token = Array("token".utf8)
        let payload: [UInt8] = [1, 2, 3]
        token.withUnsafeBytes { token in
            payload.withUnsafeBytes { payload in
                let envelope = RequestTemplate.Envelope(
                    streamID: 1,
                    token: token,
                    idempotencyKey: 0xAB
                )
                ConnectWire().append(.send, envelope, payload, to: &output)
            }
        }
        let head = """
            POST /notelet.v1.Messages/SendToLink HTTP/1.1\r
            Host: 127.0.0.1\r
            Content-Type: application/proto\r
            Connect-Timeout-Ms: 30000\r
            Authorization: Bearer token\r
            Idempotency-Key: 000000000000000000000000000000ab\r
            Content-Length: 3\r
            \r

            """
        #expect(Array(output.bytes) == Array(head.utf8) + payload)
    }

    @Test("A stranger's request has no lines for what it does not have")
    func strangersRequest() {
        let template = HTTPRequestTemplate(HealthAPI.check, contentType: "application/json")
        let text = String(decoding: template.bytes(Array("{}".utf8)), as: UTF8.self)
        #expect(text.hasSuffix("Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"))
    }

    @Test("Replies are found whole and in their order, wherever the bytes are cut")
    func replies() throws {
        let first = "HTTP/1.1 200 OK\r\ncontent-LENGTH: 2\r\nDate: now\r\n\r\nok"
        let second = "HTTP/1.1 404 Not Found\r\nDate: now\r\nContent-Length:0\r\n\r\n"
        let bytes = Array((first + second).utf8)
        for count in 0...bytes.count {
            let found = try replies(in: Array(bytes[..<count]))
            let expected = [first.utf8.count, bytes.count].prefix { $0 <= count }.count
            #expect(found.count == expected, "\(count) bytes")
            #expect(found.prefix(1).allSatisfy { $0 == "0: 200 ok" })
            #expect(found.dropFirst().allSatisfy { $0 == "1: 404 " })
        }
    }

    @Test(
        "Bytes that are no reply, or none that tells its length, are noticed",
        arguments: [
            "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", "SSH-2.0-OpenSSH\r\n",
            "HTTP/1.1 20x OK\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            String(repeating: "a", count: 20_000),
        ]
    )
    func broken(text: String) {
        #expect(throws: BrokenReply.self) { try replies(in: Array(text.utf8)) }
    }

    @Test("A good reply lends its body, a refusal its code")
    func outcomes() throws {
        #expect(try outcome(of: "200 OK", "page") == "ok page")
        let refusal = #"{"code":"resource_exhausted","message":"not so often"}"#
        #expect(try outcome(of: "429 Too Many Requests", refusal) == "RESOURCE_EXHAUSTED")
        #expect(try outcome(of: "500 Oh", #"{"code":"nothing"}"#) == "malformed")
        #expect(try outcome(of: "503 Service Unavailable", "The server is ending.") == "malformed")
    }

    private func replies(in bytes: [UInt8]) throws -> [String] {
        var wire = ConnectWire()
        return try bytes.withUnsafeBytes { bytes in
            var rest = bytes
            var found: [String] = []
            while let (sequence, reply) = try wire.nextReply(in: &rest) {
                let body = String(decoding: reply.body, as: UTF8.self)
                found.append("\(sequence): \(reply.status) \(body)")
            }
            return found
        }
    }

    private func outcome(of status: String, _ body: String) throws -> String {
        let text = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        return try Array(text.utf8).withUnsafeBytes { bytes in
            let reply = try #require(try HTTPReply.first(in: bytes))
            return switch ConnectWire().outcome(of: reply) {
            case .ok(let body): "ok \(String(decoding: body, as: UTF8.self))"
            case .failed(let code): "\(code)"
            case .malformed: "malformed"
            }
        }
    }
}
