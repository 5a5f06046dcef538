import TTRPC

/// The request frames of one method: what all of them have in common, encoded beforehand.
///
/// `PROTOCOL.md` describes frame and envelope. The library's own client keeps a table, a timer and
/// a closure for each call, which would cost this tool more than the call costs the server.
struct RequestTemplate: Sendable {
    /// Fields 1 and 2 of the envelope, service and method.
    private let names: [UInt8]
    /// Whether the server is told that no data follows, as a call that is answered by a stream is.
    private let flags: UInt8

    /// The type byte of a frame that opens a stream.
    private static let requestType: UInt8 = 1
    /// The flag that says that no data follows.
    private static let remoteClosedFlag: UInt8 = 1
    /// Field 4 of the envelope: 30 s, longer than any answer should take.
    private static let timeout: [UInt8] = encodedTimeout(nanoseconds: 30_000_000_000)
    private static let authorizationKey = Array("authorization".utf8)
    private static let authorizationScheme = Array("Bearer ".utf8)
    private static let idempotencyName = Array("idempotency-key".utf8)
    /// An idempotency key is written as this many hexadecimal digits, as long as clients' keys.
    private static let keyByteCount = 32

    /// What the method's calls are answered with.
    enum Answer {
        /// One response.
        case response
        /// Any number of messages, until the connection ends.
        case messages
    }

    /// What travels beside one request.
    struct Envelope {
        /// The stream of the call.
        var streamID: UInt32
        /// The caller's access token; empty for none.
        var token = UnsafeRawBufferPointer(start: nil, count: 0)
        /// The idempotency key, if there is one.
        var idempotencyKey: UInt128?
    }

    /// Describes a method.
    init(service: String, method: String, answer: Answer = .response) {
        var names: [UInt8] = []
        for (number, text) in [(UInt8(1), service), (2, method)] {
            precondition(text.utf8.count < 0x80, "The length of a name takes one byte.")
            names += [number << 3 | 2, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        self.names = names
        flags = answer == .response ? 0 : RequestTemplate.remoteClosedFlag
    }

    /// Adds a whole frame to what a connection is about to send.
    ///
    /// - Parameters:
    ///   - output: Where the frame goes.
    ///   - envelope: What travels beside the request.
    ///   - payload: The encoded request.
    func append(
        to output: inout ByteBuffer,
        _ envelope: Envelope,
        _ payload: UnsafeRawBufferPointer
    ) {
        // A watch has no end, so that it has no timeout either.
        let timeout = flags == 0 ? RequestTemplate.timeout : []
        let byteCount =
            names.count + RequestTemplate.fieldByteCount(payload.count) + timeout.count
            + RequestTemplate.authorizationByteCount(envelope)
            + RequestTemplate.keyFieldByteCount(envelope)
        output.append(bigEndian: UInt32(byteCount))
        output.append(bigEndian: envelope.streamID)
        output.append(RequestTemplate.requestType)
        output.append(flags)
        output.append(names)
        if payload.count > 0 {
            output.append(field: 3, byteCount: payload.count)
            output.append(payload)
        }
        output.append(timeout)
        appendMetadata(to: &output, envelope)
    }

    private func appendMetadata(to output: inout ByteBuffer, _ envelope: Envelope) {
        if envelope.token.count > 0 {
            let scheme = RequestTemplate.authorizationScheme
            let key = RequestTemplate.authorizationKey
            let valueByteCount = scheme.count + envelope.token.count
            output.append(
                field: 5,
                byteCount: RequestTemplate.pairByteCount(key.count, valueByteCount)
            )
            output.append(field: 1, byteCount: key.count)
            output.append(key)
            output.append(field: 2, byteCount: valueByteCount)
            output.append(scheme)
            output.append(envelope.token)
        }
        if let idempotencyKey = envelope.idempotencyKey {
            let key = RequestTemplate.idempotencyName
            let valueByteCount = RequestTemplate.keyByteCount
            output.append(
                field: 5,
                byteCount: RequestTemplate.pairByteCount(key.count, valueByteCount)
            )
            output.append(field: 1, byteCount: key.count)
            output.append(key)
            output.append(field: 2, byteCount: valueByteCount)
            output.append(hexadecimal: idempotencyKey)
        }
    }

    private static func authorizationByteCount(_ envelope: Envelope) -> Int {
        guard envelope.token.count > 0 else { return 0 }
        return fieldByteCount(
            pairByteCount(
                authorizationKey.count,
                authorizationScheme.count + envelope.token.count
            )
        )
    }

    private static func keyFieldByteCount(_ envelope: Envelope) -> Int {
        guard envelope.idempotencyKey != nil else { return 0 }
        return fieldByteCount(pairByteCount(idempotencyName.count, keyByteCount))
    }

    private static func pairByteCount(_ keyByteCount: Int, _ valueByteCount: Int) -> Int {
        fieldByteCount(keyByteCount) + fieldByteCount(valueByteCount)
    }

    /// The size of a field of bytes with its tag and length; an empty one is left out.
    private static func fieldByteCount(_ byteCount: Int) -> Int {
        guard byteCount > 0 else { return 0 }
        let lengthByteCount = (70 - UInt64(byteCount).leadingZeroBitCount) / 7
        return 1 + lengthByteCount + byteCount
    }

    private static func encodedTimeout(nanoseconds: Int) -> [UInt8] {
        var field = ByteBuffer()
        field.append(4 << 3)
        field.append(varint: nanoseconds)
        return Array(field.bytes)
    }
}
