internal import ProtobufCoding

/// Joins messages and calls: what cannot be coded becomes a failure of the call.
enum MessageCoding {
    /// Encodes a request.
    static func encode(_ request: some Encodable) throws(NoteletError) -> [UInt8] {
        do {
            return try ProtobufEncoder().encode(request)
        } catch {
            throw NoteletError(.refused, "the request cannot be sent: \(error)")
        }
    }

    /// Decodes a response.
    static func decode<Response: Decodable>(
        _ response: Response.Type,
        from bytes: [UInt8]
    ) throws(NoteletError) -> Response {
        do {
            return try ProtobufDecoder(limits: .replies).decode(response, from: bytes)
        } catch {
            throw NoteletError(.protocolViolation, "the response cannot be decoded: \(error)")
        }
    }
}
