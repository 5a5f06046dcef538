/// How a connection buffers and ends.
package struct ConnectionOptions: Hashable, Sendable {
    /// Above this many unsent bytes a connection is not writable: 256 KiB, a few replies more
    /// than a usual socket buffer takes at once.
    package var highWaterMark = 262_144

    /// At this many unsent bytes or fewer it is writable again: a quarter of the high mark, so
    /// that it does not flap.
    package var lowWaterMark = 65_536

    /// The most bytes a handler may leave unconsumed: 8 MiB, twice the largest frame of the
    /// protocols this serves.
    package var receiveByteCountMax = 8_388_608

    /// How long `close()` waits for the peer to take the last bytes: 2 s, many round trips.
    package var lingerNanoseconds: UInt64 = 2_000_000_000

    /// How long a TLS handshake may take, and the peer's hanging up after one that failed: 5 s,
    /// many round trips.
    package var handshakeNanoseconds: UInt64 = 5_000_000_000

    /// The size of the system's send buffer, or nil to leave it to the system.
    package var sendBufferByteCount: Int32?

    /// The size of the system's receive buffer, or nil to leave it to the system.
    package var receiveBufferByteCount: Int32?

    /// Creates the options of a usual connection.
    package init() {}
}
