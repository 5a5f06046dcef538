internal import Glibc

/// One operating-system thread for work that must not leave its thread.
struct EngineThread: Sendable {
    private let identifier: pthread_t

    /// Starts a thread that runs `body`; `nil` if the system has none left.
    init?(body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(body: body))
        var identifier = pthread_t()
        let code = pthread_create(
            &identifier,
            nil,
            { argument in
                // Signals are for threads that wait for them; none may interrupt a commit.
                var signals = sigset_t()
                sigfillset(&signals)
                // But for those that this thread itself raises: blocked, they would end the process
                // without a word.
                for number in StoreFault.signals { sigdelset(&signals, number) }
                pthread_sigmask(SIG_SETMASK, &signals, nil)
                argument.map { Unmanaged<Start>.fromOpaque($0).takeRetainedValue() }?.body()
                return nil
            },
            start.toOpaque()
        )
        guard code == 0 else {
            start.release()
            return nil
        }
        self.identifier = identifier
    }

    /// Waits until the thread has ended; once only.
    func join() {
        precondition(pthread_equal(identifier, pthread_self()) == 0, "A thread waits for itself.")
        pthread_join(identifier, nil)
    }

    /// Lets the thread end by itself, when nobody will join it.
    func detach() {
        pthread_detach(identifier)
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
