package import StorageEngine

/// Counts steps, and keeps why the work is to end.
package final class StepCounter {
    /// Steps that were counted so far.
    package private(set) var count = 0
    /// Why the work is to end, if it is.
    package private(set) var failure: StoreToolError?
    private let progress: StoreProgress

    private static let interval = 1024

    /// Begins to count; tells the progress from time to time.
    package init(_ progress: @escaping StoreProgress) {
        self.progress = progress
    }

    /// Counts a step; says whether to go on.
    package func take() -> ScanStep {
        count += 1
        guard failure == nil, count % Self.interval == 0 else {
            return failure == nil ? .next : .stop
        }
        do throws(StoreToolError) {
            try progress(count)
            return .next
        } catch {
            failure = error
            return .stop
        }
    }

    /// Throws why the work is to end, if it is.
    package func check() throws(StoreToolError) {
        if let failure { throw failure }
    }
}
