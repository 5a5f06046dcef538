package import Dispatch
import Foundation

/// How long a test bears with something that is to come.
///
/// It is much longer than that takes on a slow machine, so that what never comes is a failure, and
/// not the end of all tests. A loop that waits for what others do begins with one, and pauses by
/// it:
///
///     let patience = Patience()
///     while server.connectionCount > 0 { try await patience.pause() }
package struct Patience: Sendable {
    private let end = ContinuousClock.now + Patience.limit

    /// What was waited for did not come.
    package struct Exhausted: Error, CustomStringConvertible {
        /// What happened, in words.
        package var description: String {
            "What was waited for did not come within \(Patience.limit)."
        }
    }

    /// A minute, and ten where a sanitizer slows everything down.
    package static let limit: Duration = {
        let isSanitized = ProcessInfo.processInfo.environment.keys.contains { name in
            name == "NOTELET_SANITIZE" || name.hasSuffix("SAN_OPTIONS")
        }
        return isSanitized ? .seconds(600) : .seconds(60)
    }()

    /// Begins now.
    package init() {}

    /// Whether it is over.
    package var isOver: Bool { ContinuousClock.now >= end }

    /// Goes on while it lasts.
    ///
    /// - Throws: `Exhausted`.
    package func check() throws(Exhausted) {
        guard !isOver else { throw Exhausted() }
    }

    /// Lets other tasks run.
    ///
    /// - Throws: `Exhausted`, or that the task was cancelled.
    package func pause() async throws {
        try check()
        try Task.checkCancellation()
        await Task.yield()
    }
}

extension DispatchSemaphore {
    /// Waits for a signal on the calling thread, no longer than patience lasts.
    ///
    /// - Throws: `Patience.Exhausted`.
    package func waitPatiently() throws(Patience.Exhausted) {
        guard passPatiently() else { throw Patience.Exhausted() }
    }

    /// Waits at a gate that a test opens, but not for ever if the test has failed before.
    ///
    /// - Returns: Whether it was opened.
    @discardableResult
    package func passPatiently() -> Bool {
        wait(timeout: .now() + Patience.limit / .seconds(1)) == .success
    }
}

/// Waits for what comes from elsewhere, as long as patience lasts.
///
/// What then still waits is cancelled and left alone, so that it need not heed that.
///
/// - Parameter body: What waits.
/// - Returns: What `body` returns.
/// - Throws: `Patience.Exhausted`, or what `body` throws.
package func patiently<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let (results, result) = AsyncStream<Result<Value, any Error>>.makeStream()
    let waiting = Task {
        do {
            result.yield(.success(try await body()))
        } catch {
            result.yield(.failure(error))
        }
        result.finish()
    }
    let ending = Task {
        try await Task.sleep(for: Patience.limit)
        result.finish()
    }
    defer {
        waiting.cancel()
        ending.cancel()
    }
    for await result in results { return try result.get() }
    try Task.checkCancellation()
    throw Patience.Exhausted()
}
