public import NoteletClient

extension Notelet {
    /// Bytes of a stack at most that are told: a server takes 16 KiB from who has shown no token,
    /// with all that goes with them.
    private static let stackByteCountMax = 10 * 1_024

    /// Tells how an application crashed, also before anybody signed in.
    ///
    /// Of the stack so much goes as a server takes from strangers: the innermost frames.
    ///
    /// - Parameters:
    ///   - crash: The crash.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: Whether it is counted.
    /// - Throws: `NoteletError`.
    @discardableResult
    public func reportCrash(
        _ crash: ReportCrashRequest,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> Bool {
        var request = crash
        request.stack = crash.stack.prefix(byteCountMax: Self.stackByteCountMax)
        return try await call(TelemetryAPI.reportCrash, request, idempotencyKey: key).accepted
    }
}

extension String {
    /// As many of its first characters as so many bytes hold.
    fileprivate func prefix(byteCountMax: Int) -> String {
        guard utf8.count > byteCountMax else { return self }
        var end = utf8.index(startIndex, offsetBy: byteCountMax)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
