import Glibc

/// A failed system call: which call it was and the error number it left.
package struct SystemError: Error, Hashable, Sendable {
    /// The value of `errno` after the call, for example `ECONNREFUSED`.
    package let errno: Int32
    /// The name of the call, for example `connect`.
    package let call: String

    /// Creates the error of a call that has already failed.
    package init(errno: Int32, call: String) {
        self.errno = errno
        self.call = call
    }
}

extension SystemError: CustomStringConvertible {
    /// The call, the system's words for the error and its number, as in `connect: … (errno 111)`.
    package var description: String {
        let text = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "unknown error"
        return "\(call): \(text) (errno \(errno))"
    }
}

/// Makes a system call, once more whenever a signal interrupted it, and throws when it fails.
///
/// This is the one place that knows `EINTR`. Three calls stay outside: `close`, which must not
/// be repeated, `connect`, which goes on by itself, and `epoll_wait`, whose timeout would start
/// over.
@inline(__always)
@discardableResult
func systemCall<Value: SignedInteger>(
    _ name: String,
    _ body: () -> Value
) throws(SystemError) -> Value {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw SystemError(errno: code, call: name) }
    }
}
