internal import ClientTransport
internal import Connect
internal import Foundation

/// The responses of a stream, out of the envelopes in which they come.
///
/// `@unchecked Sendable`: one task at a time takes responses, as `ResponseStream` has it, and
/// nothing else looks at what changes by that.
final class ConnectStream: ResponseStream, @unchecked Sendable {
    private let response: ConnectResponse
    private let headTimeout: Duration
    /// Whose connections these are: they end with it.
    private let owner: ConnectTransport
    private var reader = ConnectEnvelopeReader(messageByteCountMax: WebLimits.messageByteCountMax)
    private var hasBegun = false
    private var isOver = false

    /// Reads the response to a call.
    init(_ response: ConnectResponse, headTimeout: Duration, owner: ConnectTransport) {
        self.response = response
        self.headTimeout = headTimeout
        self.owner = owner
    }

    func next() async throws(TransportError) -> [UInt8]? {
        guard !isOver else { return nil }
        try await begin()
        while true {
            switch try content() {
            case .message(let message):
                return message
            case .end(let json):
                isOver = true
                guard let status = try CallStatus(endOfStream: json) else { return nil }
                throw .status(status)
            case nil:
                guard let bytes = try await response.nextBytes() else {
                    throw .status(.connectionLost)
                }
                reader.append(bytes)
            }
        }
    }

    private func begin() async throws(TransportError) {
        guard !hasBegun else { return }
        let silence = CallStatus(.unavailable, "nothing came of the call within \(headTimeout)")
        try await withinTime(headTimeout, orElse: silence) {
            [response] () throws(TransportError) in
            try await response.begin(as: .serverStream)
        }
        hasBegun = true
    }

    private func content() throws(TransportError) -> ConnectEnvelopeReader.Content? {
        do throws(ConnectEnvelopeReader.Problem) {
            return try reader.next()
        } catch {
            throw .status(CallStatus(error))
        }
    }
}
