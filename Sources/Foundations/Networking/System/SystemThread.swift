import CLinux
import Glibc

/// A thread of the operating system, for work that blocks or never ends.
@safe
struct SystemThread {
    private let identifier: pthread_t

    /// Runs `body` on a new thread; `name` shows up in process listings, at most 15 bytes.
    static func start(
        name: String,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) -> SystemThread {
        let start = unsafe Unmanaged.passRetained(ThreadStart(body))
        var identifier = pthread_t()
        let code = unsafe pthread_create(
            &identifier,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            },
            start.toOpaque()
        )
        guard code == 0 else {
            unsafe start.release()
            throw SystemError(errno: code, call: "pthread_create")
        }
        _ = unsafe pthread_setname_np(identifier, name)
        return SystemThread(identifier: identifier)
    }

    /// Waits until the thread has ended; to be called once, or `detach()` instead.
    func join() {
        pthread_join(identifier, nil)
    }

    /// Lets the thread end by itself, with nobody waiting for it.
    func detach() {
        pthread_detach(identifier)
    }
}

/// What a new thread runs, in a box that fits through a C pointer.
private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
