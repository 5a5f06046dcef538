internal import ProtobufCoding

/// Joins `Codable` messages and calls: what cannot be coded becomes a status.
enum MessageCoding {
    private static let encoder = ProtobufEncoder()
    private static let requestDecoder = ProtobufDecoder(limits: .requests)
    private static let responseDecoder = ProtobufDecoder(limits: .replies)

    /// Encodes a message of this side.
    static func encode(_ message: some Encodable) throws(RPCError) -> [UInt8] {
        do {
            return try encoder.encode(message)
        } catch  where error.code == .limitExceeded {
            throw RPCError(.resourceExhausted, "the message is too long to send: \(error)")
        } catch {
            throw RPCError(.internal, "the message cannot be encoded: \(error)")
        }
    }

    /// Decodes a message that a caller sent.
    static func decodeRequest<Message: Decodable>(
        _ type: Message.Type,
        _ bytes: RawSpan
    ) throws(RPCError) -> Message {
        do {
            return try requestDecoder.decode(type, from: bytes)
        } catch {
            throw RPCError(.invalidArgument, "the request cannot be decoded: \(error)")
        }
    }

    /// Decodes a message that a server sent.
    static func decodeResponse<Message: Decodable>(
        _ type: Message.Type,
        _ bytes: [UInt8]
    ) throws(RPCError) -> Message {
        do {
            return try responseDecoder.decode(type, from: bytes)
        } catch {
            throw RPCError(.internal, "the response cannot be decoded: \(error)")
        }
    }
}
