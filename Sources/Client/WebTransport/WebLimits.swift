/// What is taken from a server over HTTP, and how much of it is kept.
enum WebLimits {
    /// The longest message, and the longest body of a response that is no stream: as much as a
    /// frame of ttrpc may have.
    static let messageByteCountMax = 4 << 20

    /// The longest body of a response that is no message, such as an error or the page of a proxy;
    /// an error has a few sentences and their details.
    static let errorByteCountMax = 256 << 10

    /// From how many bytes on that nobody has read yet a server is asked to wait, where the system
    /// can ask it to.
    static let unreadPauseByteCount = 256 << 10

    /// How many bytes may be unread at most: a reader who is this far behind loses the stream.
    ///
    /// FoundationNetworking cannot hold a server back, since a task that is suspended there begins
    /// anew; so what a slow reader costs has to have an end. Two of the longest messages fit, so
    /// that a reader who goes on gets further each time.
    static let unreadByteCountMax = 2 * (messageByteCountMax + 5)

    /// How many connections there may be at once: each stream takes one, and a server has as many
    /// for one address.
    static let connectionCountMax = 64

    /// After how many seconds URLSession gives a silent request up: never, since calls and streams
    /// have limits of their own, which are shorter.
    static let silenceSecondsMax = 7.0 * 24 * 3600
}
