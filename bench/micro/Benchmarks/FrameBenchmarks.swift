@testable import TTRPC

/// Frames and envelopes as they come off the wire and go onto it.
enum FrameBenchmarks {
    static func all() -> [Microbenchmark] {
        let limits = WireLimits()
        let (body, frame) = request()
        let response = [UInt8](encodedByteCountMax: 64) { output in
            ResponseFrame.encodePrefix(streamID: .first, payloadByteCount: 30, into: &output)
        }
        return [
            Microbenchmark("ttrpc: find a frame") {
                var decoder = FrameDecoder()
                keep(decoder.next(in: frame.span.bytes, limits: limits))
            },
            Microbenchmark("ttrpc: read a request envelope with a token and a key") {
                keep(try RequestEnvelope(reading: body.span.bytes, limits: limits))
            },
            Microbenchmark("ttrpc: write a request envelope with a token and a key") {
                keep(request().body)
            },
            Microbenchmark("ttrpc: write the frame of a success") {
                keep(
                    [UInt8](encodedByteCountMax: response.count) { output in
                        ResponseFrame.encodePrefix(
                            streamID: .first,
                            payloadByteCount: 30,
                            into: &output
                        )
                    }
                )
            },
        ]
    }

    private static let method = MethodDescriptor(
        service: "notelet.v1.Messages",
        method: "SendToLink"
    )
    private static let metadata: Metadata = {
        var metadata = Metadata()
        metadata.append("authorization", "Bearer " + String(repeating: "t", count: 43))
        metadata.append("idempotency-key", String(repeating: "a", count: 32))
        return metadata
    }()
    private static let payload = [UInt8](repeating: 1, count: 146)

    private static func request() -> (body: [UInt8], frame: [UInt8]) {
        let parts = RequestParts(
            method: method,
            timeoutNanoseconds: 30_000_000_000,
            metadata: metadata
        )
        let count = parts.byteCount(payloadByteCount: payload.count)
        let body = [UInt8](encodedByteCountMax: count) { output in
            parts.encode(payload: payload.span.bytes, into: &output)
        }
        let header = [UInt8](encodedByteCountMax: FrameHeader.byteCount) { output in
            FrameHeader(bodyByteCount: UInt32(count), streamID: .first, type: .request)
                .encode(into: &output)
        }
        return (body, header + body)
    }
}
