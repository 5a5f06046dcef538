/// What requests wait for that others do not, such as one of several disks: where it comes to rest,
/// only those that wait for it do.
///
/// Requests of a group take as much room as is left to all others at most, which is the rule of
/// dynamic thresholds (Choudhury and Hahne, 1998): however many groups come to rest, there is room
/// for the requests of one more.
public struct RequestGroup: Hashable, Sendable {
    private let number: UInt64

    /// Names a group by a number of its own.
    public init(_ number: UInt64) {
        self.number = number
    }
}
