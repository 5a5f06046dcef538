import Testing

@testable import TTRPC

@Suite
struct FrameDecoderTests {
    /// What a decoder makes of bytes that come in pieces.
    private static func decode(
        _ input: [UInt8],
        pieces: [Int],
        limits: WireLimits = WireLimits()
    ) -> [String] {
        var decoder = FrameDecoder()
        var waiting: [UInt8] = []
        var found: [String] = []
        var offset = 0
        for end in pieces + [input.count] {
            waiting += input[offset..<end]
            offset = end
            var isDone = false
            while !isDone {
                switch waiting.withRawSpan({ decoder.next(in: $0, limits: limits) }) {
                case .incomplete: isDone = true
                case .frame(let header):
                    found.append(
                        "\(header.streamID.rawValue):\(Array(waiting[10..<header.frameByteCount]))"
                    )
                    waiting.removeFirst(header.frameByteCount)
                case .oversized(let header):
                    found.append("oversized \(header.bodyByteCount)")
                    waiting.removeFirst(10)
                case .skipped(let byteCount): waiting.removeFirst(byteCount)
                case .broken(let reason):
                    found.append("\(reason)")
                    return found
                }
            }
        }
        return found
    }

    private static let limits = WireLimits(messageByteCountMax: 4)
    private static let input =
        frame(1, 1, [1, 2, 3]) + frame(3, 3) + frame(5, 1, [9, 9, 9, 9, 9]) + frame(7, 9, [4])
    private static let expected = ["1:[1, 2, 3]", "3:[]", "oversized 5", "7:[4]"]

    @Test
    func headersAreReadInNetworkByteOrder() {
        let header = bytes("00 00 01 02 00 00 03 05 03 05").withRawSpan(FrameHeader.init(reading:))
        #expect(
            header
                == FrameHeader(
                    bodyByteCount: 258,
                    streamID: StreamID(773),
                    type: .data,
                    flags: [.remoteClosed, .noData]
                )
        )
        let encoded = [UInt8](encodedByteCountMax: 10) { header.encode(into: &$0) }
        #expect(encoded == bytes("00 00 01 02 00 00 03 05 03 05"))
    }

    @Test
    func wholeInputGivesAllFrames() {
        #expect(Self.decode(Self.input, pieces: [], limits: Self.limits) == Self.expected)
    }

    @Test
    func aSplitAtAnyByteChangesNothing() {
        for split in 0...Self.input.count {
            #expect(Self.decode(Self.input, pieces: [split], limits: Self.limits) == Self.expected)
        }
    }

    @Test
    func drippedInputChangesNothing() {
        let pieces = Array(0..<Self.input.count)
        #expect(Self.decode(Self.input, pieces: pieces, limits: Self.limits) == Self.expected)
    }

    @Test(arguments: 0..<32)
    func lengthsAroundPowersOfTwoAreJudged(exponent: Int) {
        for length in [(1 << exponent) - 1, 1 << exponent, (1 << exponent) + 1] {
            let input = frame(1, 1, length: UInt32(length))
            let found = Self.decode(input, pieces: [])
            switch length {
            case 0: #expect(found == ["1:[]"])
            case ...(4 << 20): #expect(found == [])
            case ..<(1 << 24): #expect(found == ["oversized \(length)"])
            default: #expect(found == ["reservedLengthByte"])
            }
        }
    }

    @Test
    func aStrangerIsKnownByTheFirstByte() {
        #expect(Self.decode([0x16], pieces: []) == ["reservedLengthByte"])
    }

    @Test
    func skippingHasABudget() {
        var limits = WireLimits(messageByteCountMax: 4)
        limits.skippedByteCountMax = 9
        let input = frame(1, 1, [1, 2, 3, 4, 5]) + frame(3, 1, [1, 2, 3, 4, 5])
        let found = Self.decode(input, pieces: [], limits: limits)
        #expect(found == ["oversized 5", "skippedTooManyBytes"])
    }

    @Test
    func limitsStayWithinTheProtocol() {
        var limits = WireLimits(messageByteCountMax: .max)
        #expect(limits.messageByteCountMax == 4_194_304)
        limits.messageByteCountMax = 0
        #expect(limits.messageByteCountMax == 1)
    }
}
