import TestSupport

/// A new directory for the socket files of one test, removed at its end with what is in it.
func withTemporaryDirectory(_ body: (String) throws -> Void) rethrows {
    let directory = TemporaryDirectory()
    try withExtendedLifetime(directory) { try body(directory.path) }
}
