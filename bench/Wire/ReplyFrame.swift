import ProtobufCoding
import TTRPC

/// A frame from the server, in the bytes that a connection has received.
struct ReplyFrame {
    /// How many bytes the frame takes with its header.
    let byteCount: Int
    /// The stream that it belongs to.
    let streamID: UInt32
    /// What it carries.
    let kind: Kind
    /// What follows the header.
    let body: UnsafeRawBufferPointer

    /// What a frame carries, by its type byte.
    enum Kind: UInt8 {
        /// The end of a call.
        case response = 2
        /// One message of a stream.
        case message = 3
    }

    private static let headerByteCount = 10
    /// The largest body that the protocol allows: 4 MiB.
    private static let bodyByteCountMax = 4 << 20

    /// Finds the first frame; nil if it is not whole yet.
    static func first(in bytes: UnsafeRawBufferPointer) throws(BrokenReply) -> ReplyFrame? {
        guard bytes.count >= headerByteCount else { return nil }
        let bodyByteCount = Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        guard bodyByteCount <= bodyByteCountMax, let kind = Kind(rawValue: bytes[8]) else {
            throw BrokenReply()
        }
        let byteCount = headerByteCount + bodyByteCount
        guard bytes.count >= byteCount else { return nil }
        return ReplyFrame(
            byteCount: byteCount,
            streamID: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)),
            kind: kind,
            body: UnsafeRawBufferPointer(rebasing: bytes[headerByteCount..<byteCount])
        )
    }
}

/// Walks the frames that a connection has received.
struct FrameWalk {
    /// What is left: the beginning of a frame, in the end.
    private(set) var rest: UnsafeRawBufferPointer
    /// Whether the bytes turned out to be no frames.
    private(set) var isBroken = false

    /// Starts in front of the first frame.
    init(_ bytes: UnsafeRawBufferPointer) {
        rest = bytes
    }

    /// The next frame, if it is whole.
    mutating func next() -> ReplyFrame? {
        do throws(BrokenReply) {
            guard let frame = try ReplyFrame.first(in: rest) else { return nil }
            rest = UnsafeRawBufferPointer(rebasing: rest[frame.byteCount...])
            return frame
        } catch {
            isBroken = true
            return nil
        }
    }
}

/// How a call ended, as the body of its response says.
enum ReplyOutcome {
    /// Well, with this encoded response.
    case ok(UnsafeRawBufferPointer)
    /// The server refused or failed.
    case failed(StatusCode)
    /// The body is not a response.
    case malformed

    /// The tags of `Status status = 1` and `bytes payload = 2`.
    private static let statusTag: UInt8 = 0x0A
    private static let payloadTag: UInt8 = 0x12

    /// Reads the body of a response; a good one is looked at for its first bytes only.
    init(_ body: UnsafeRawBufferPointer) {
        guard let tag = body.first else {
            self = .ok(body)
            return
        }
        var offset = 1
        if tag == ReplyOutcome.payloadTag,
            let length = FieldLength.read(in: body, at: &offset), offset + length == body.count
        {
            self = .ok(UnsafeRawBufferPointer(rebasing: body[offset...]))
        } else if tag == ReplyOutcome.statusTag,
            let refusal = try? ProtobufDecoder().decode(RefusedResponse.self, from: body.bytes)
        {
            self = .failed(StatusCode(rawValue: refusal.status.code))
        } else {
            self = .malformed
        }
    }
}

/// The lengths that stand in front of protobuf's fields.
enum FieldLength {
    /// Reads a varint that is no longer than the length of any frame, and moves `offset` behind it.
    @inline(__always)
    static func read(in bytes: UnsafeRawBufferPointer, at offset: inout Int) -> Int? {
        var length = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return length }
        }
        return nil
    }
}

/// The part of an envelope that matters when a call failed.
private struct RefusedResponse: Decodable {
    let status: WireStatus

    struct WireStatus: Decodable {
        let code: Int32

        private enum CodingKeys: Int, CodingKey {
            case code = 1
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case status = 1
    }
}
