/// Which sides of a call that is not unary send more than one message.
public enum StreamShape: Hashable, Sendable {
    /// Many requests, one response.
    case clientStream
    /// One request, many responses.
    case serverStream
    /// Many requests and many responses, in any order.
    case bidirectional
}
