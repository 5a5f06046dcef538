@testable import LogEngine
@testable import StorageEngine

/// Runs `body` on threads of their own, beside `work` on this one, until all have ended.
func withThreads(
    _ count: Int,
    _ body: @escaping @Sendable (_ number: Int) -> Void,
    while work: () throws -> Void
) rethrows {
    let threads = (0..<count).map { number in EngineThread { body(number) } }
    precondition(threads.allSatisfy { $0 != nil }, "A test can start a thread.")
    defer { for thread in threads { thread?.join() } }
    try work()
}
