@testable import TTRPC

/// Envelopes that can be read must lie within their bytes, and survive being written again.
enum EnvelopeFuzzing {
    /// Small ones: short inputs reach what lies behind them.
    static let limits: WireLimits = {
        var limits = WireLimits(messageByteCountMax: 256)
        limits.skippedByteCountMax = 512
        limits.protocolErrorCountMax = 8
        limits.ignoredFrameCountMax = 8
        limits.metadataPairCountMax = 4
        limits.metadataByteCountMax = 128
        return limits
    }()
    private static let padding = FramePadding(fieldNumber: 15, frameByteCounts: [32, 64, 256])

    static func runRequest(_ bytes: UnsafeRawBufferPointer) {
        guard let envelope = try? RequestEnvelope(reading: bytes.bytes, limits: limits) else {
            return
        }
        check(envelope, in: bytes.bytes)
        guard let service = bytes.bytes.extracting(envelope.service).validatedText(),
            let method = bytes.bytes.extracting(envelope.method).validatedText()
        else { return }
        let parts = RequestParts(
            method: MethodDescriptor(service: service, method: method),
            timeoutNanoseconds: envelope.timeoutNanoseconds,
            metadata: envelope.copiedMetadata(in: bytes.bytes)
        )
        let payload = bytes.bytes.extracting(envelope.payload)
        let encoded = [UInt8](
            encodedByteCountMax: parts.byteCount(payloadByteCount: payload.byteCount)
        ) { output in
            parts.encode(payload: payload, into: &output)
        }
        precondition(
            encoded.count == parts.byteCount(payloadByteCount: payload.byteCount),
            "The size is right."
        )
        encoded.withRawSpan { encoded in
            guard let again = try? RequestEnvelope(reading: encoded, limits: limits) else {
                preconditionFailure("What was written can be read.")
            }
            precondition(encoded.extracting(again.service).validatedText() == service)
            precondition(encoded.extracting(again.method).validatedText() == method)
            precondition(encoded.extracting(again.payload).equals(payload))
            precondition(again.timeoutNanoseconds == envelope.timeoutNanoseconds)
            precondition(again.copiedMetadata(in: encoded) == parts.metadata)
        }
        checkPadding(parts, payload)
    }

    /// Checks that a padded frame has one of the sizes, and the payload in front.
    private static func checkPadding(_ bare: RequestParts, _ payload: RawSpan) {
        var parts = bare
        parts.padding = padding
        let byteCount = parts.byteCount(payloadByteCount: payload.byteCount)
        let encoded = [UInt8](encodedByteCountMax: byteCount) { output in
            parts.encode(payload: payload, into: &output)
        }
        precondition(encoded.count == byteCount, "The size is right.")
        let frameByteCount = FrameHeader.byteCount + byteCount
        precondition([32, 64].contains(frameByteCount) || frameByteCount % 256 == 0)
        encoded.withRawSpan { encoded in
            guard let again = try? RequestEnvelope(reading: encoded, limits: limits) else {
                preconditionFailure("What was padded can be read.")
            }
            let padded = encoded.extracting(again.payload)
            precondition(padded.extracting(first: payload.byteCount).equals(payload))
        }
    }

    static func runResponse(_ bytes: UnsafeRawBufferPointer) {
        guard let envelope = try? ResponseEnvelope(reading: bytes.bytes) else { return }
        check(envelope, in: bytes.bytes)
        let status = envelope.status
        let encoded = [UInt8](encodedByteCountMax: status.encodedByteCount + 64) { output in
            ResponseFrame.encode(status, streamID: .first, into: &output)
        }
        precondition(
            encoded.count == FrameHeader.byteCount + ResponseFrame.bodyByteCount(status),
            "The size is right."
        )
        encoded.withRawSpan { encoded in
            let body = encoded.extracting(FrameHeader.byteCount...)
            guard let again = try? ResponseEnvelope(reading: body) else {
                preconditionFailure("What was written can be read.")
            }
            precondition(again.status == status && again.payload.isEmpty)
        }
    }

    /// Checks that all parts lie within the body, and looks at each of them.
    static func check(_ envelope: RequestEnvelope, in body: RawSpan) {
        for range in [envelope.service, envelope.method, envelope.payload, envelope.metadata] {
            precondition(range.lowerBound >= 0 && range.upperBound <= body.byteCount)
        }
        let metadata = envelope.copiedMetadata(in: body)
        precondition(metadata.pairs.count <= limits.metadataPairCountMax)
        var byteCount = 0
        for pair in metadata.pairs { byteCount += pair.key.utf8.count + pair.value.utf8.count }
        precondition(byteCount <= limits.metadataByteCountMax)
        _ = metadata.first("authorization")
    }

    /// Checks that the payload lies within the body.
    static func check(_ envelope: ResponseEnvelope, in body: RawSpan) {
        precondition(envelope.payload.lowerBound >= 0)
        precondition(envelope.payload.upperBound <= body.byteCount)
        _ = envelope.status.description
    }
}
