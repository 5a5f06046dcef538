import Glibc

/// A thread of its own, for bodies that block, whose result `join()` waits for.
///
/// It is a pthread rather than a task or a queue, since the sanitizer knows its start and end.
final class TestThread<Result: Sendable> {
    private let call: Call
    private var thread = pthread_t()

    /// `@unchecked Sendable`: the thread writes `result` and ends before anybody reads it.
    private final class Call: @unchecked Sendable {
        let body: @Sendable () -> Result
        var result: Result?

        init(_ body: @escaping @Sendable () -> Result) {
            self.body = body
        }
    }

    init(_ body: @escaping @Sendable () -> Result) {
        call = Call(body)
        let run = { [call] in call.result = call.body() }
        let context = Unmanaged.passRetained(Start(run))
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        precondition(code == 0, "A test can start a thread.")
    }

    func join() -> Result? {
        pthread_join(thread, nil)
        return call.result
    }
}

/// What a C function pointer, which captures nothing, gets to call.
private final class Start {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}
