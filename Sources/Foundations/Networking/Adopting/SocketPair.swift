import CLinux
import Glibc

/// Two sockets of this process that are connected with each other, as those of a client and a
/// server are.
///
/// An end that nobody takes is closed with the pair.
package struct SocketPair: ~Copyable {
    private var first: Descriptor?
    private var second: Descriptor?

    /// Makes a pair.
    ///
    /// - Throws: `SystemError` when the process has no descriptors left.
    package init() throws(SystemError) {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        var numbers: [Int32] = [-1, -1]
        try systemCall("socketpair") {
            unsafe socketpair(AF_UNIX, Int32(kind), 0, &numbers)
        }
        first = Descriptor(numbers[0])
        second = Descriptor(numbers[1])
    }

    /// Gives one end away; from here on the caller closes it.
    package mutating func takeFirst() -> Int32 { Self.take(&first) }

    /// Gives the other end away; from here on the caller closes it.
    package mutating func takeSecond() -> Int32 { Self.take(&second) }

    private static func take(_ end: inout Descriptor?) -> Int32 {
        guard let taken = end.take() else {
            preconditionFailure("Each end of a pair is taken once.")
        }
        return taken.release()
    }
}
