/// What peers do to a server that means them no harm.
enum Attack: String, CaseIterable, Sendable {
    /// Requests without end, whose answers nobody reads.
    case flood
    /// The beginning of a request, and nothing after it.
    case stall
    /// Half of a head, and nothing after it.
    case halfHead = "half-head"
    /// Heads that are longer than any that is taken.
    case hugeHead = "huge-head"
    /// Bodies that say they are longer than any that is taken, or never end.
    case hugeBody = "huge-body"
    /// A byte of a header a second.
    case drip
    /// A whole head, and a byte of its body a second.
    case dripBody = "drip-body"
    /// Requests that are wrong, one connection after the other.
    case malformed
    /// Connections that are opened and closed one after the other.
    case churn
    /// Handshakes of TLS that go no further than the first words, which make a server compute, or
    /// than the beginning of those.
    case halfOpen = "half-open-tls"
    /// What is no handshake where one is due, one connection after the other.
    case noHandshake = "no-handshake"
    /// Requests that are a thousand times as long once they are decompressed.
    case gzipBomb = "gzip-bomb"
    /// Log-ins, each of which has a password hashed.
    case logIn = "log-in"
    /// Watches of whole inboxes, none of which is read.
    case slowReader = "slow-reader"
    /// Pages as long as they come, none of which is read.
    case unreadPages = "unread-pages"
    /// Connections on which nothing happens.
    case idle

    /// The number of the first address that its attackers come from.
    ///
    /// Each attack has addresses of its own: a server does not see at once that those before have
    /// gone, and would count them.
    var firstAddress: Int {
        let index = Self.allCases.firstIndex(of: self) ?? 0
        return index * Self.addressCount
    }

    /// More than any attack takes.
    private static let addressCount = 250
}
