/// What peers do to a server that means them no harm.
enum Attack: String, CaseIterable, Sendable {
    /// Requests without end, whose answers nobody reads.
    case flood
    /// The beginning of a request, and nothing after it.
    case stall
    /// A byte of a header a second.
    case drip
    /// Handshakes of TLS that go no further than the first words, which make a server compute, or
    /// than the beginning of those.
    case halfOpen = "half-open-tls"
    /// Watches of whole inboxes, none of which is read.
    case slowReader = "slow-reader"
    /// Connections on which nothing happens.
    case idle
}
