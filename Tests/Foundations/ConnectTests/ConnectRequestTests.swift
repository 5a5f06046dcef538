import Connect
import Testing

/// The head of a request as the protocol's reference has it.
@Suite("Connect: the head of a request")
struct ConnectRequestTests {
    private static let unary = ConnectRequest.Method(kind: .unary, allowsGet: true)
    private static let secret = ConnectRequest.Method(kind: .unary, allowsGet: false)
    private static let stream = ConnectRequest.Method(kind: .serverStream, allowsGet: true)

    private func post(
        _ headers: [String: String],
        to method: ConnectRequest.Method = unary
    ) throws(ConnectRequest.Rejection) -> ConnectRequest {
        try ConnectRequest(verb: "POST", method, header: { headers[$0] }, query: { _ in nil })
    }

    private func get(
        _ query: [String: String],
        of method: ConnectRequest.Method = unary
    ) throws(ConnectRequest.Rejection) -> ConnectRequest {
        try ConnectRequest(verb: "GET", method, header: { _ in nil }, query: { query[$0] })
    }

    @Test(
        "The type of the body is the form of the messages",
        arguments: [
            ("application/json", ConnectCodec.json), ("application/proto", .proto),
            ("Application/JSON ; charset=UTF-8", .json),
            ("application/json;charset=\"utf-8\"", .json),
            ("application/proto; boundary=x", .proto),
        ]
    )
    func contentTypesAreRead(type: String, codec: ConnectCodec) throws {
        let request = try post(["content-type": type])
        #expect(request.codec == codec && request.compression == .identity)
        #expect(request.timeout == nil && request.queryMessage == nil)
    }

    @Test(
        "Other types are not taken",
        arguments: [
            "", "text/plain", "application/jsonx", "application/connect+json", ";",
            "application/json; charset=latin-1", "application/grpc", "application/x-protobuf",
        ]
    )
    func otherTypesAreRefused(type: String) {
        let accepted = "application/proto, application/json"
        #expect(throws: ConnectRequest.Rejection.unsupportedMediaType(accepted: accepted)) {
            try post(["content-type": type])
        }
    }

    @Test("A stream has types of its own")
    func streamsHaveTheirTypes() throws {
        let type = ["content-type": "application/connect+proto"]
        #expect(try post(type, to: Self.stream).codec == .proto)
        let accepted = "application/connect+proto, application/connect+json"
        #expect(throws: ConnectRequest.Rejection.unsupportedMediaType(accepted: accepted)) {
            try post(["content-type": "application/proto"], to: Self.stream)
        }
    }

    @Test("What is compressed says so, by the header of its kind")
    func compressionIsRead() throws {
        var headers = ["content-type": "application/json", "content-encoding": "gzip"]
        #expect(try post(headers).compression == .gzip)
        headers["content-encoding"] = "identity"
        #expect(try post(headers).compression == .identity)
        headers["content-encoding"] = "br"
        #expect { try post(headers) } throws: { isFailure($0, .unimplemented) }
        let streamed = [
            "content-type": "application/connect+json", "connect-content-encoding": "gzip",
            "content-encoding": "br",
        ]
        #expect(try post(streamed, to: Self.stream).compression == .gzip)
    }

    @Test("What is wrong with a stream is told in the form of its messages")
    func streamsFailInTheirForm() {
        let headers = [
            "content-type": "application/connect+json", "connect-timeout-ms": "soon",
        ]
        #expect { try post(headers, to: Self.stream) } throws: { error in
            if case .failed(_, .json)? = error as? ConnectRequest.Rejection {
                return isFailure(error, .invalidArgument)
            }
            return false
        }
    }

    @Test("Only this version is spoken", arguments: ["2", "", "v1", "1.0"])
    func versionIsChecked(version: String) throws {
        var headers = ["content-type": "application/json", "connect-protocol-version": "1"]
        _ = try post(headers)
        headers["connect-protocol-version"] = version
        #expect { try post(headers) } throws: { isFailure($0, .invalidArgument) }
    }

    @Test("A time-out has one to ten digits, and counts milliseconds")
    func timeoutsAreRead() throws {
        func timeout(_ text: String) throws -> Duration? {
            try post(["content-type": "application/json", "connect-timeout-ms": text]).timeout
        }
        #expect(try timeout("0") == .zero)
        #expect(try timeout("1500") == .milliseconds(1_500))
        #expect(try timeout("9999999999") == .milliseconds(9_999_999_999))
        for text in ["", "-1", "1.5", "10000000000", "1s", " 1", "+1", "٣"] {
            #expect { try timeout(text) } throws: { isFailure($0, .invalidArgument) }
        }
    }

    @Test("A method that reads may be got")
    func queriesAreRead() throws {
        let json = try get(["encoding": "json", "message": #"{"a":"é"}"#, "connect": "v1"])
        #expect(json.codec == .json && json.queryMessage == Array(#"{"a":"é"}"#.utf8))
        let empty = try get(["encoding": "proto", "message": ""])
        #expect(empty.codec == .proto && empty.queryMessage == [])
        for text in ["-_8", "-_8=", "+/8="] {
            let proto = try get(["encoding": "proto", "message": text, "base64": "1"])
            #expect(proto.queryMessage == [0xFB, 0xFF])
        }
        let zipped = ["encoding": "json", "message": "", "base64": "1", "compression": "gzip"]
        #expect(try get(zipped).compression == .gzip)
    }

    @Test(
        "What breaks the protocol in a query is refused",
        arguments: [
            ["encoding": "json"], ["encoding": "json", "message": "?", "base64": "1"],
            ["encoding": "json", "message": "", "connect": "v2"],
            ["encoding": "json", "message": "", "connect": "1"],
        ]
    )
    func wrongQueriesAreRefused(query: [String: String]) {
        #expect { try get(query) } throws: { isFailure($0, .invalidArgument) }
    }

    @Test("A query without a form, and verbs that call nothing")
    func otherVerbsAreRefused() {
        let accepted = "application/proto, application/json"
        #expect(throws: ConnectRequest.Rejection.unsupportedMediaType(accepted: accepted)) {
            try get(["message": ""])
        }
        for method in [Self.secret, Self.stream] {
            #expect(throws: ConnectRequest.Rejection.verbNotAllowed(allowed: "POST")) {
                try get(["encoding": "json", "message": ""], of: method)
            }
        }
        #expect(throws: ConnectRequest.Rejection.verbNotAllowed(allowed: "GET, POST")) {
            try ConnectRequest(verb: "PUT", Self.unary, header: { _ in nil }, query: { _ in nil })
        }
    }

    private func isFailure(_ error: any Error, _ code: ConnectCode) -> Bool {
        guard case .failed(let failure, _)? = error as? ConnectRequest.Rejection
        else { return false }
        return failure.code == code
    }
}
