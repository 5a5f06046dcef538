internal import Foundation

/// One method of a fake: what it does, how often it was called, and with what.
///
/// A call of a method that nobody gave a handler ends the test program, in a debug build saying
/// which: no code under test can catch that and go on.
public final class FakeCall<Arguments: Sendable, Value: Sendable>: @unchecked Sendable {
    /// What a call does.
    public typealias Handler = @Sendable (Arguments) async throws -> Value

    private let name: String
    // A lock that all systems have; it guards both of what follows.
    private let lock = NSLock()
    private var currentHandler: Handler?
    private var recorded: [Arguments] = []

    /// Creates a method that was not called.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - handler: What a call does; nil for nothing that a test may rely on.
    public init(_ name: String, handler: Handler? = nil) {
        self.name = name
        currentHandler = handler
    }

    /// What a call does.
    public var handler: Handler? {
        get { lock.withLock { currentHandler } }
        set { lock.withLock { currentHandler = newValue } }
    }

    /// What each call was given, in their order.
    public var arguments: [Arguments] { lock.withLock { recorded } }

    /// How often it was called.
    public var count: Int { arguments.count }

    /// Whether it was called.
    public var wasCalled: Bool { count > 0 }

    /// Records a call of a method that does nothing.
    ///
    /// - Parameter arguments: What it is given.
    func record(_ arguments: Arguments) {
        lock.withLock { recorded.append(arguments) }
    }

    /// Calls it.
    ///
    /// - Parameter arguments: What it is given.
    /// - Returns: What its handler returns.
    /// - Throws: What its handler throws.
    public func callAsFunction(_ arguments: Arguments) async throws -> Value {
        let handler = lock.withLock {
            recorded.append(arguments)
            return currentHandler
        }
        guard let handler else {
            preconditionFailure("\(name) was called, and the test gave it no handler.")
        }
        return try await handler(arguments)
    }
}
