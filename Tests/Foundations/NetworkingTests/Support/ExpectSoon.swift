import Glibc
import Testing

/// Waits until something that other threads bring about is so, for 20 s at the most.
func expectSoon(
    _ condition: () -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let start = time(nil)
    while !condition() {
        try #require(
            time(nil) - start < 20,
            "It did not come about.",
            sourceLocation: sourceLocation
        )
        sched_yield()
    }
}
