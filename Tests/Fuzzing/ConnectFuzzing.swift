import Connect
import Foundation
import TextForms

/// Heads of requests, messages in envelopes, and errors, as Connect's protocol has them.
enum ConnectFuzzing {
    /// Reads a head whose verb and method the first byte decides; each line behind it is a value,
    /// of a header or of a parameter.
    static func runRequest(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let verb = ["POST", "GET", "PUT", "post"][Int(first % 4)]
        let method = ConnectRequest.Method(
            kind: first & 4 == 0 ? .unary : .serverStream,
            allowsGet: first & 8 == 0
        )
        var values: [String: String] = [:]
        for line in String(decoding: bytes.dropFirst(), as: UTF8.self).split(separator: "\n") {
            let pair = line.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { values[pair[0]] = pair[1] }
        }
        do throws(ConnectRequest.Rejection) {
            check(try read(verb, method, values), verb, method)
        } catch {
            check(error, verb, method)
        }
    }

    private static func read(
        _ verb: String,
        _ method: ConnectRequest.Method,
        _ values: [String: String]
    ) throws(ConnectRequest.Rejection) -> ConnectRequest {
        try ConnectRequest(verb: verb, method, header: { values[$0] }, query: { values[$0] })
    }

    /// Checks that what was taken may be taken, and says the same in its plainest form.
    private static func check(
        _ request: ConnectRequest,
        _ verb: String,
        _ method: ConnectRequest.Method
    ) {
        let timeouts = Duration.zero...Duration.milliseconds(9_999_999_999)
        precondition(request.timeout.map(timeouts.contains) ?? true, "A deadline has ten digits.")
        precondition((verb == "GET") == (request.queryMessage != nil), "A message is in one place.")
        precondition(verb == "POST" || verb == "GET" && method.allowsGet && method.kind == .unary)
        var values = ["connect-protocol-version": "1", "connect": "v1", "base64": "1"]
        values["connect-timeout-ms"] = request.timeout.map { timeout in
            let (seconds, attoseconds) = timeout.components
            return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)"
        }
        values["content-type"] = request.codec.contentType(of: method.kind)
        values["encoding"] = request.codec.rawValue
        for name in ["content-encoding", "connect-content-encoding", "compression"] {
            values[name] = request.compression.rawValue
        }
        if let message = request.queryMessage {
            var text: [UInt8] = []
            Base64Text.append(message.span, to: &text)
            values["message"] = String(decoding: text, as: UTF8.self)
        }
        let again = try? read(verb, method, values)
        precondition(again == request, "A request says the same in its plainest form.")
    }

    private static func check(
        _ rejection: ConnectRequest.Rejection,
        _ verb: String,
        _ method: ConnectRequest.Method
    ) {
        switch rejection {
        case .verbNotAllowed(let allowed):
            precondition(!allowed.split(separator: ", ").contains { $0 == verb })
        case .unsupportedMediaType(let accepted):
            let isKnown = accepted.split(separator: ", ").allSatisfy {
                ConnectCodec(contentType: String($0), of: method.kind) != nil
            }
            precondition(isKnown, "What is accepted is taken.")
        case .failed(let error, _):
            check(error)
        }
    }

    /// Reads the body of a request for a stream; or has an error written with what comes.
    static func runEnvelope(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        if first % 2 == 1 { return runError(rest) }
        if let envelope = try? ConnectEnvelope(soleIn: rest) {
            var again: [UInt8] = []
            ConnectEnvelope.append(envelope.message, to: &again)
            precondition(envelope.isCompressed == (rest[0] == 1))
            precondition(again[1...] == rest[1...], "An envelope has one form.")
        }
        checkProblems(of: rest)
    }

    /// Puts a message into an envelope, and checks that it comes out of nothing but the whole.
    private static func checkProblems(of message: [UInt8]) {
        var whole: [UInt8] = []
        ConnectEnvelope.append(message, to: &whole)
        precondition(whole.count == ConnectEnvelope.prefixByteCount + message.count)
        precondition((try? ConnectEnvelope(soleIn: whole))?.message == message)
        func problem(_ body: [UInt8]) -> ConnectEnvelope.Problem? {
            do throws(ConnectEnvelope.Problem) {
                _ = try ConnectEnvelope(soleIn: body)
                return nil
            } catch {
                return error
            }
        }
        precondition(problem(whole.dropLast()) == .truncated)
        precondition(problem(whole + [0]) == .moreThanOneMessage)
    }

    /// An error whose sentence and details are anything.
    private static func runError(_ bytes: [UInt8]) {
        let code = ConnectCode(rawValue: Int32(bytes.first ?? 0) % 17) ?? .unknown
        let text = String(decoding: bytes, as: UTF8.self)
        let details = [ConnectError.Detail(type: text, value: bytes)]
        check(ConnectError(code, text, details: bytes.count % 2 == 0 ? details : []))
    }

    /// Checks that an error is JSON that others can read, alone and at the end of a stream.
    private static func check(_ error: ConnectError) {
        let object = try? JSONSerialization.jsonObject(with: Data(error.json))
        guard let object = object as? [String: Any] else {
            preconditionFailure("An error is JSON.")
        }
        precondition(object["code"] as? String == error.code.name)
        precondition(object["message"] as? String ?? "" == error.message)
        let details = object["details"] as? [[String: String]] ?? []
        precondition(details.count == error.details.count)
        for (read, detail) in zip(details, error.details) {
            precondition(read["type"] == detail.type)
            let value = Base64Text.decode(Array((read["value"] ?? "").utf8))
            precondition(value == detail.value)
        }
        var end: [UInt8] = []
        ConnectEnvelope.append(endOfStream: error, to: &end)
        precondition(Array(end[5...]) == Array(#"{"error":"#.utf8) + error.json + [0x7D])
        precondition((try? ConnectEnvelope(soleIn: end)) == nil, "An end is no request.")
    }
}
