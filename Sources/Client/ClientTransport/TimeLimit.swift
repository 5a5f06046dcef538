/// Waits for something, but not for ever.
///
/// What is waited for is cancelled when the time is over, and has to end soon then.
///
/// - Parameters:
///   - timeout: How long to wait.
///   - status: What it fails with when that was too short.
///   - work: What is waited for.
/// - Returns: What came of it.
/// - Throws: `TransportError` as the work failed, or with the status.
package func withinTime<Value: Sendable>(
    _ timeout: Duration,
    orElse status: CallStatus,
    _ work: @escaping @Sendable () async throws(TransportError) -> Value
) async throws(TransportError) -> Value {
    let outcome = await withTaskGroup(of: Outcome<Value>.self) { group in
        group.addTask {
            do throws(TransportError) {
                return .value(try await work())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            // Cut short by whatever comes first, a cancellation included.
            try? await Task.sleep(for: timeout)
            return .timeout
        }
        defer { group.cancelAll() }
        return await group.next() ?? .timeout
    }
    switch outcome {
    case .value(let value): return value
    case .failure(let error): throw error
    case .timeout: throw .status(Task.isCancelled ? .cancelled : status)
    }
}

private enum Outcome<Value: Sendable>: Sendable {
    case value(Value)
    case failure(TransportError)
    case timeout
}
