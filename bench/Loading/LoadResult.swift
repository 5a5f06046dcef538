/// What a measurement came to.
struct LoadResult: Sendable {
    let tally: Tally
    /// How long was measured.
    let seconds: Double
    /// Processor time of the load thread that used most.
    let busiestThreadSeconds: Double
    /// Processor time of the tool.
    let toolProcessorSeconds: Double
    /// Processor time of the server; nil if it runs elsewhere.
    let serverProcessorSeconds: Double?
    /// Calls whose answer did not come within five seconds of the end.
    let unansweredCount: Int
    /// Whether somebody ended it early.
    let wasInterrupted: Bool

    /// Right answers per second.
    var rate: Double { Double(tally.count) / max(seconds, 0.001) }

    /// Right answers per second of the server's processor time.
    ///
    /// Steadier than the rate where others use the machine too. Nil if the server runs elsewhere or
    /// used too little to tell.
    var callsPerServerProcessorSecond: Double? {
        guard let seconds = serverProcessorSeconds, seconds >= 0.1 else { return nil }
        return Double(tally.count) / seconds
    }

    /// Whether a load thread had next to no time left: then the server could do more.
    var isLimitedByTool: Bool { busiestThreadSeconds > 0.9 * seconds }

    /// Whether every call was answered rightly.
    var isClean: Bool { tally.failureCount == 0 && unansweredCount == 0 }
}
