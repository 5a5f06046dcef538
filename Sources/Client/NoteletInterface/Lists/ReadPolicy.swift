/// Where a list comes from that is there and, perhaps older, here.
public enum ReadPolicy: Hashable, Sendable {
    /// From the service; where it cannot be reached, the copy.
    case networkFirst
    /// The copy at once, also an empty one; the service is asked behind, and observers see what it
    /// said. That it could not be asked is nobody's failure.
    case copyFirst
}
