public import NoteletClient

extension Notelet {
    /// Tells of what happened in an application, in as many calls as the events take.
    ///
    /// A call that fails ends it; what was told before is counted. Nobody has to be signed in, and
    /// what is told is kept of nobody.
    ///
    /// - Parameters:
    ///   - events: What happened.
    ///   - app: What the application says of itself; its events are left out.
    /// - Returns: How many were kept, and how many dropped.
    /// - Throws: `NoteletError`.
    @discardableResult
    public func logEvents(
        _ events: [TelemetryEvent],
        of app: LogEventsRequest
    ) async throws(NoteletError) -> LogEventsResponse {
        var total = LogEventsResponse()
        for batch in TelemetryEvent.batches(of: events) {
            let response = try await logEvents(
                events: batch,
                appVersion: app.appVersion,
                platform: app.platform,
                installation: app.installation
            )
            total.accepted &+= response.accepted
            total.dropped &+= response.dropped
        }
        return total
    }

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
        request.stack = crash.stack.prefix(byteCountMax: TelemetryEvent.batchByteCountMax)
        return try await call(TelemetryAPI.reportCrash, request, idempotencyKey: key).accepted
    }
}

extension TelemetryEvent {
    /// Events of one call at most.
    public static let batchCountMax = 100

    /// Bytes of the texts of one call at most: a server takes 16 KiB from who has shown no token,
    /// with all that goes with them.
    public static let batchByteCountMax = 10 * 1_024

    /// Events in their order, parted as calls take them; one that is too large stands alone.
    ///
    /// - Parameter events: The events.
    /// - Returns: The parts, none of them empty.
    public static func batches(of events: [TelemetryEvent]) -> [[TelemetryEvent]] {
        var batches: [[TelemetryEvent]] = []
        var (batch, byteCount) = ([TelemetryEvent](), 0)
        for event in events {
            let isFull = batch.count == batchCountMax
            if isFull || (byteCount + event.byteCount > batchByteCountMax && !batch.isEmpty) {
                batches.append(batch)
                (batch, byteCount) = ([], 0)
            }
            batch.append(event)
            byteCount += event.byteCount
        }
        return batch.isEmpty ? batches : batches + [batch]
    }

    /// The bytes of its texts, and of what stands around each.
    private var byteCount: Int {
        let overhead = 8
        return properties.reduce(name.utf8.count + 4 * overhead) { sum, property in
            sum + property.key.utf8.count + property.value.utf8.count + overhead
        }
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
