import Connect
import Foundation
import Locking
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport

@testable import Serving

extension TestService {
    /// Calls a unary method by the door that calls come in by, and waits for what comes of it.
    func answer(
        _ method: MethodSummary,
        _ payload: [UInt8],
        as caller: Caller,
        key: String? = nil
    ) async throws -> DoorAnswer {
        guard let (door, codec) = webDoor.withLock({ $0 }) else {
            return DoorAnswer(await outcome(method, payload, as: caller, key: key))
        }
        guard let served = running.methods[method] else {
            preconditionFailure("There is no unary method \(method).")
        }
        let peer = try door.peer()
        let isJSON = codec == .json
        let body = isJSON ? try served.requestForm.json(of: payload) : payload
        let type = codec.contentType(of: .unary)
        peer.send("POST", "\(method)", headers: caller.headers(type, key: key), body: body)
        let response = try peer.response()
        awaitNews()
        guard response.status == 200 else {
            return DoorAnswer(
                bytes: response.telling,
                result: .failure(.init(status: try Status(connectJSON: response.body)))
            )
        }
        let message =
            isJSON ? try served.responseForm.message(ofJSON: response.body) : response.body
        return DoorAnswer(bytes: response.telling, result: .success(message))
    }

    /// Calls a method of whatever kind by the door that calls come in by, and gives all bytes that
    /// come of it.
    func allBytes(
        of method: MethodSummary,
        _ payload: [UInt8],
        as caller: Caller
    ) async throws -> [UInt8] {
        guard method.kind != .unary else {
            return try await answer(method, payload, as: caller).bytes
        }
        let stream = try stream(method, payload, as: caller)
        var all: [UInt8] = []
        while let part = try await stream.next() { all += part }
        return all
    }

    /// Opens a stream by the door that calls come in by.
    func stream(
        _ method: MethodSummary,
        _ payload: [UInt8],
        as caller: Caller
    ) throws -> DoorStream {
        guard let served = running.methods[method], case .stream(let handler) = served.handler
        else { preconditionFailure("There is no stream \(method).") }
        guard let (door, codec) = webDoor.withLock({ $0 }) else {
            let stream = RecordingStream()
            stream.join(try handler(caller.credentials(), payload.span.bytes, stream))
            return DoorStream(stream)
        }
        let peer = try door.peer()
        let message = codec == .json ? try served.requestForm.json(of: payload) : payload
        var body: [UInt8] = []
        ConnectEnvelope.append(message, to: &body)
        let type = codec.contentType(of: .serverStream)
        peer.send("POST", "\(method)", headers: caller.headers(type), body: body)
        return DoorStream(peer)
    }
}

/// What comes of a stream, part by part as it comes.
final class DoorStream {
    private let source: Source
    private var takenCount = 0
    private var pending: [UInt8] = []

    private enum Source {
        case ttrpc(RecordingStream)
        case web(HTTPPeer)
    }

    init(_ stream: RecordingStream) { source = .ttrpc(stream) }

    init(_ peer: HTTPPeer) { source = .web(peer) }

    /// All bytes of the next part, for which it waits: the head of a response over HTTP, then one
    /// message each time; nil at the end.
    func next() async throws -> [UInt8]? {
        switch source {
        case .ttrpc(let stream):
            stream.runJobs()
            while stream.messages.count == takenCount {
                if stream.status != nil { return nil }
                await stream.waitForChange()
                stream.runJobs()
            }
            takenCount += 1
            return stream.messages[takenCount - 1]
        case .web(let peer):
            if takenCount == 0 {
                takenCount = 1
                return try peer.head().telling
            }
            return try peer.envelope(&pending).map { [$0.flags] + $0.message }
        }
    }
}

extension DoorAnswer {
    fileprivate init(_ outcome: CallOutcome) {
        switch outcome {
        case .success(let response): self.init(bytes: response, result: .success(response))
        case .failure(let error):
            let status = Status(error)
            let texts = "\(status)\n" + status.details.map(\.typeURL).joined(separator: "\n")
            self.init(
                bytes: Array(texts.utf8) + status.details.flatMap(\.value),
                result: .failure(FailedCall(status: status))
            )
        }
    }
}

extension HTTPPeer.Response {
    /// Head and body as they came, but for the time of day.
    var telling: [UInt8] {
        let lines = lines.filter { !$0.hasPrefix("Date: ") }
        return Array(lines.map { $0 + "\r\n" }.joined().utf8) + body
    }
}

extension Caller {
    /// The head of a request of the caller's.
    fileprivate func headers(_ contentType: String, key: String? = nil) -> [String: String] {
        var headers = ["Content-Type": contentType]
        headers["Authorization"] = token.map { "Bearer \($0)" }
        headers["Idempotency-Key"] = key
        return headers
    }
}

extension Status {
    /// Reads the error of a unary call as Connect has it.
    fileprivate init(connectJSON json: [UInt8]) throws {
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
        guard let object, let name = object["code"] as? String,
            let code = ConnectCode.allCases.first(where: { $0.name == name })
        else { throw Unexpected("no error: \(String(decoding: json, as: UTF8.self))") }
        let details = try (object["details"] as? [[String: Any]] ?? []).map { detail in
            let text = detail["value"] as? String ?? ""
            let filling = String(repeating: "=", count: -text.count & 3)
            guard let type = detail["type"] as? String,
                let value = Data(base64Encoded: text + filling)
            else { throw Unexpected("no detail: \(detail)") }
            return StatusDetail(typeURL: "type.googleapis.com/" + type, value: Array(value))
        }
        let message = object["message"] as? String ?? ""
        self.init(StatusCode(rawValue: code.rawValue), message, details: details)
    }
}
