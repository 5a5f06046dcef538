/// What one side of a connection takes from the other, and sends to it.
public struct WireLimits: Hashable, Sendable {
    /// The largest body of a frame, in bytes.
    ///
    /// The protocol allows 4 MiB (4,194,304), which is the default and the most that can be set.
    /// A longer one is refused with RESOURCE_EXHAUSTED and its bytes are skipped.
    public var messageByteCountMax: Int {
        didSet { messageByteCountMax = Self.clamped(messageByteCountMax) }
    }

    /// How many bytes of oversized bodies one connection may make this side skip.
    ///
    /// Skipping costs bandwidth and processor time for nothing, so that it has a budget: 64 MiB is
    /// room for a few honest mistakes.
    public var skippedByteCountMax: Int = 64 << 20

    /// How many frames that break the rules are answered before the connection is closed.
    ///
    /// Each of them earns a reply, which makes a bad peer an amplifier of its own traffic. A
    /// correct peer makes none, and one with a fault is found out by 32.
    public var protocolErrorCountMax: Int = 32

    /// How many frames of unknown type are passed over before the connection is closed.
    ///
    /// The protocol asks to ignore types of later versions; a peer that sends nothing else is not
    /// worth the reading.
    public var ignoredFrameCountMax: Int = 1_024

    /// How many metadata pairs a request may carry.
    public var metadataPairCountMax: Int = 16

    /// How many bytes the keys and values of a request's metadata may have together.
    public var metadataByteCountMax: Int = 4_096

    /// The largest body that the protocol allows, 4 MiB.
    public static let protocolMessageByteCountMax = 4 << 20

    /// The length at which the first byte of a header is no longer zero (16 MiB).
    ///
    /// The protocol reserves that byte: what looks like such a length is another protocol (a TLS
    /// hello, an HTTP request line) or a lost frame boundary, and the connection is closed.
    static let reservedByteCount: UInt32 = 1 << 24

    /// Creates the limits that the protocol and this package recommend.
    ///
    /// - Parameter messageByteCountMax: The largest body of a frame, at most 4 MiB.
    public init(messageByteCountMax: Int = Self.protocolMessageByteCountMax) {
        self.messageByteCountMax = Self.clamped(messageByteCountMax)
    }

    /// Says what is wrong with a body of `byteCount`, in the words that Go peers use.
    func oversizeMessage(byteCount: Int) -> String {
        "message length \(byteCount) exceed maximum message size of \(messageByteCountMax)"
    }

    private static func clamped(_ byteCount: Int) -> Int {
        min(max(byteCount, 1), protocolMessageByteCountMax)
    }
}
