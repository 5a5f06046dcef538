import Glibc

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
