/// What clients may cost a listener.
package struct HTTPLimits: Hashable, Sendable {
    /// How many connections may be open.
    ///
    /// 64 are several times what collects measurements of one program.
    package var connectionCountMax = 64
    /// Who gives way to one more.
    package var overflow = Overflow.oldestEnds
    /// How many of the connections may come from one network, or nil; one more ends at once.
    package var connectionCountPerAddressMax: Int?
    /// Whose connections carry the requests of many, and are not counted by network.
    package var trustedProxies = TrustedProxies()
    /// How many threads serve; each has its own connections.
    package var threadCount = 1
    /// How many seconds a connection may be silent, or take nothing of its response.
    package var silenceSecondsMax = 10
    /// How many bytes the head of a request may have: 16 KiB, more than any client sends that has
    /// no cookies of others.
    package var headByteCountMax = 16 << 10
    /// How long a connection may take until the head of its first request is there.
    package var firstHeadTime = Duration.seconds(10)
    /// How long it may take from the end of a response until the head of the next request is there:
    /// as long as browsers keep connections.
    package var nextHeadTime = Duration.seconds(60)
    /// How long it may take from the head of a request until its body is there.
    package var bodyTime = Duration.seconds(30)
    /// How many bytes of a stream may wait for its reader.
    package var streamByteCountMax = 1 << 20

    /// Who gives way when one more connection comes than may be open.
    package enum Overflow: Hashable, Sendable {
        /// The one that is open for the longest time: whoever holds connections and says nothing
        /// does not keep an honest client out. For few clients that ask for little.
        case oldestEnds
        /// The newcomer: what is under way goes on.
        case newestEnds
    }

    /// Makes limits for pages about one program.
    package init() {}

    /// How often latecomers and those who have gone are looked for, since that goes through all
    /// connections: a quarter of the shortest time, but no longer than a second.
    var sweepTime: Duration {
        let shortest = min(firstHeadTime, nextHeadTime, bodyTime)
        return max(min(shortest / 4, .seconds(1)), .milliseconds(10))
    }
}

/// Why HTTP cannot be served.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    package let description: String
}
