internal import Glibc

/// One operating-system thread for work that must not leave its thread.
package struct EngineThread: Sendable {
    private let identifier: pthread_t

    /// Starts a thread that runs `body`; `nil` if the system has none left.
    package init?(body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(Start(body: body))
        var identifier = pthread_t()
        let code = unsafe pthread_create(
            &identifier,
            nil,
            { argument in
                // Signals are for threads that wait for them; none may interrupt a commit.
                var signals = sigset_t()
                unsafe sigfillset(&signals)
                // But for those that this thread itself raises: blocked, they would end the process
                // without a word.
                for number in StoreFault.signals { unsafe sigdelset(&signals, number) }
                unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
                unsafe argument.map { unsafe Unmanaged<Start>.fromOpaque($0).takeRetainedValue() }?
                    .body()
                return nil
            },
            unsafe start.toOpaque()
        )
        guard code == 0 else {
            unsafe start.release()
            return nil
        }
        self.identifier = identifier
    }

    /// Waits until the thread has ended; once only.
    package func join() {
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
