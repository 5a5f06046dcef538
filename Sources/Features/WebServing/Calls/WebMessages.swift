internal import Compression
internal import Connect
internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving
internal import TTRPC

/// How the messages of a call are written, either way.
struct WebMessages: Sendable {
    let method: WebMethod
    let codec: ConnectCodec
    /// Whether who counts bytes shall not see how long responses are.
    let isPadded: Bool
    /// The longest request in the binary form.
    let requestByteCountMax: Int

    /// The binary form of a request.
    ///
    /// - Throws: Why it cannot be read: as other doors say it where they can.
    func request(
        _ message: [UInt8],
        _ compression: ConnectCompression
    ) throws(WebFailure) -> [UInt8] {
        let message = try decompressed(message, compression)
        switch codec {
        case .proto:
            return message
        case .json:
            do throws(ProtobufDecodingError) {
                return try method.served.requestForm.message(ofJSON: message)
            } catch {
                let expected = "the JSON of a \(method.served.method.requestType) (\(error))"
                throw .domain(.invalid("payload", expected))
            }
        }
    }

    private func decompressed(
        _ message: [UInt8],
        _ compression: ConnectCompression
    ) throws(WebFailure) -> [UInt8] {
        // Other libraries leave a message of no bytes as it is, whatever is said of it.
        guard compression == .gzip, !message.isEmpty else { return message }
        do throws(Gzip.Problem) {
            let byteCountMax = Self.byteCountMax(of: codec, requestByteCountMax)
            return try Gzip.decompress(message, byteCountMax: byteCountMax)
        } catch {
            switch error {
            case .malformed:
                throw .connect(ConnectError(.invalidArgument, "the request is no gzip"))
            case .tooLong:
                throw .connect(ConnectError(.resourceExhausted, "the request is too long"))
            }
        }
    }

    /// How long a request may be in a form: JSON has base64 and escapes, but seldom more than twice
    /// the length of the binary form.
    static func byteCountMax(of codec: ConnectCodec, _ byteCountMax: Int) -> Int {
        codec == .json ? 2 * byteCountMax : byteCountMax
    }

    /// A response as it travels, from its binary form.
    func response(_ message: [UInt8]) -> [UInt8] {
        switch codec {
        case .proto:
            return isPadded ? FramePadding.ofContract.padded(message) : message
        case .json:
            var json = json(message)
            if isPadded {
                // Spaces behind a value mean nothing in JSON.
                let byteCount = FramePadding.ofContract.paddedByteCount(json.count)
                json += repeatElement(UInt8(ascii: " "), count: byteCount - json.count)
            }
            return json
        }
    }

    private func json(_ message: [UInt8]) -> [UInt8] {
        do throws(ProtobufDecodingError) {
            return try method.served.responseForm.json(of: message)
        } catch {
            preconditionFailure("Responses are what the contract says: \(error)")
        }
    }
}

/// Why a call fails: by a rule of the service, or by the protocol.
enum WebFailure: Error {
    case domain(DomainError)
    case connect(ConnectError)
}
