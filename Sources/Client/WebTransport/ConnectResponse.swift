internal import ClientTransport
internal import Connect
internal import Foundation

/// The response to a call: what the protocol makes of what HTTP brings.
struct ConnectResponse: Sendable {
    private let exchange: Exchange
    private let host: String

    /// Reads a response of a host.
    init(_ exchange: Exchange, at host: String) {
        self.exchange = exchange
        self.host = host
    }

    /// Waits for the head of the response, which says whether the call was taken.
    ///
    /// - Throws: `TransportError` as the call failed, or as the way to the server did.
    func begin(as kind: ConnectCallKind) async throws(TransportError) {
        let part: Exchange.Part?
        do throws(Exchange.Failure) {
            part = try await exchange.next()
        } catch {
            throw TransportError(error, at: host)
        }
        guard case .head(let head)? = part else { throw .status(.connectionLost) }
        if head.status == 200, head.contentType == ConnectCodec.proto.contentType(of: kind) {
            return
        }
        let body = try? await body(byteCountMax: WebLimits.errorByteCountMax)
        throw .status(CallStatus(head, body: body ?? [], at: host))
    }

    /// Waits for the next bytes of the body; nil after the last ones.
    func nextBytes() async throws(TransportError) -> Data? {
        do throws(Exchange.Failure) {
            switch try await exchange.next() {
            case .bytes(let bytes)?: return bytes
            // What has a head already gets no other.
            case .head?: return Data()
            case nil: return nil
            }
        } catch .system {
            // There was a connection: whatever the system says, it is no more.
            throw .status(.connectionLost)
        } catch {
            throw TransportError(error, at: host)
        }
    }

    /// Waits for the whole body.
    func body(byteCountMax: Int) async throws(TransportError) -> [UInt8] {
        var body: [UInt8] = []
        while let bytes = try await nextBytes() {
            guard body.count + bytes.count <= byteCountMax else {
                throw .status(.oversized(byteCountMax: byteCountMax))
            }
            body.append(contentsOf: bytes)
        }
        return body
    }
}

extension CallStatus {
    /// What is said of a response that is too long.
    static func oversized(byteCountMax: Int) -> CallStatus {
        CallStatus(
            .resourceExhausted,
            "the response is longer than \(byteCountMax) bytes, which is all that is taken"
        )
    }
}
