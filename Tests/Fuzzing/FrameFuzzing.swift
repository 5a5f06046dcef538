@testable import TTRPC

/// Frames of a whole input and of the same input in pieces must be the same.
enum FrameFuzzing {
    private static let limits = EnvelopeFuzzing.limits

    static func run(_ bytes: UnsafeRawBufferPointer) {
        var choices = Choices(bytes)
        var whole = Run()
        whole.take(bytes.bytes)
        var pieces = Run()
        var receivedByteCount = 0
        while receivedByteCount < bytes.count, !pieces.isBroken {
            let byteCount = min(Int(choices.next() % 32) + 1, bytes.count - receivedByteCount)
            receivedByteCount += byteCount
            pieces.take(bytes.bytes.extracting(pieces.usedByteCount..<receivedByteCount))
        }
        precondition(whole.frames == pieces.frames, "Pieces give the same frames.")
        precondition(whole.isBroken == pieces.isBroken, "Pieces give the same end.")
        precondition(
            whole.isBroken || whole.usedByteCount == pieces.usedByteCount,
            "Pieces use the same bytes."
        )
    }

    private struct Run: ~Copyable {
        var decoder = FrameDecoder()
        var frames: [FrameHeader] = []
        var usedByteCount = 0
        var isBroken = false

        mutating func take(_ bytes: RawSpan) {
            var offset = 0
            while true {
                let rest = bytes.extracting(offset...)
                let used: Int
                switch decoder.next(in: rest, limits: limits) {
                case .incomplete:
                    return
                case .frame(let header):
                    precondition(Int(header.bodyByteCount) <= limits.messageByteCountMax)
                    frames.append(header)
                    used = header.frameByteCount
                    encodesBack(header, rest)
                case .oversized(let header):
                    frames.append(header)
                    used = FrameHeader.byteCount
                    encodesBack(header, rest)
                case .skipped(let byteCount):
                    used = byteCount
                case .broken:
                    isBroken = true
                    return
                }
                precondition(used > 0 && used <= rest.byteCount, "A step makes progress.")
                offset += used
                usedByteCount += used
            }
        }

        private func encodesBack(_ header: FrameHeader, _ bytes: RawSpan) {
            let encoded = [UInt8](encodedByteCountMax: FrameHeader.byteCount) { output in
                header.encode(into: &output)
            }
            let front = bytes.extracting(first: FrameHeader.byteCount)
            precondition(encoded.withRawSpan { $0.equals(front) }, "A header encodes back.")
        }
    }
}
