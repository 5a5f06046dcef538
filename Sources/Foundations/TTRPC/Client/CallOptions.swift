internal import Locking

/// What a caller wants beside the answer itself.
public struct CallOptions: Hashable, Sendable {
    /// How long to wait; nil waits until the connection ends.
    ///
    /// The server learns of it, and this side keeps it by itself.
    public var timeout: Duration?
    /// What travels beside the request.
    public var metadata: Metadata
    /// What lengthens the request, or nil.
    public var padding: FramePadding?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait, or nil.
    ///   - metadata: What travels beside the request.
    ///   - padding: What lengthens the request, or nil.
    public init(
        timeout: Duration? = nil,
        metadata: Metadata = Metadata(),
        padding: FramePadding? = nil
    ) {
        self.timeout = timeout
        self.metadata = metadata
        self.padding = padding
    }

    /// The timeout as it travels: 0 for none, and never 0 for one that is merely short.
    var timeoutNanoseconds: Int64 {
        guard let timeout else { return 0 }
        return max(Int64(clamping: timeout.wholeNanoseconds), 1)
    }

    /// Whether there is no time left at all.
    var hasExpired: Bool { timeout.map { $0 <= .zero } ?? false }
}
