/// What a measurement came to.
struct LoadResult: Sendable {
    var tally: Tally
    /// How long was measured.
    var seconds: Double
    /// The time of the load thread that was busiest.
    var busiestThread = ThreadTime(ran: 0, waited: 0)
    /// Processor time of the tool.
    var toolProcessorSeconds: Double
    /// Processor time of the server; nil if it runs elsewhere.
    var serverProcessorSeconds: Double?
    /// Processor time that the host of a virtual machine withheld; nil if nobody tells.
    var withheldProcessorSeconds: Double?
    /// Calls, and deliveries to watchers, that did not come within five seconds of the end.
    var unansweredCount: Int
    /// Calls of an open loop that were due and never made, since the server could not follow.
    var unmadeCount = 0
    /// The most calls of an open loop that waited at one time.
    var backlogCountHighest = 0
    /// How often an answer was another than the model's.
    var differenceCount = 0
    /// The first of these differences.
    var differences: [String] = []
    /// How many acknowledged notes were looked for, and answers compared; nil without verification.
    var verifiedNoteCount: Int?
    /// Whether somebody ended it early.
    var wasInterrupted: Bool

    /// Right answers per second.
    var rate: Double { Double(tally.answeredCount) / max(seconds, 0.001) }

    /// Right answers per second of the server's processor time.
    ///
    /// Steadier than the rate where others use the machine too. Nil if the server runs elsewhere or
    /// used too little to tell.
    var callsPerServerProcessorSecond: Double? {
        guard let seconds = serverProcessorSeconds, seconds >= 0.1 else { return nil }
        return Double(tally.answeredCount) / seconds
    }

    /// What a right answer of these kinds cost the server in processor time, in microseconds, if
    /// what else it did is laid to their charge.
    ///
    /// Nil if the server runs elsewhere or used too little to tell, or if there was no answer.
    func serverMicroseconds(for operations: [Operation]) -> Double? {
        let count = operations.reduce(0) { $0 + tally[$1].answeredCount }
        guard count > 0, let rate = callsPerServerProcessorSecond else { return nil }
        return 1e6 / rate * Double(tally.answeredCount) / Double(count)
    }

    /// The share of the time in which the busiest load thread ran.
    var busiestThreadShare: Double { Double(busiestThread.ran) / 1e9 / max(seconds, 0.001) }

    /// The share of the time in which it could have run and had no processor.
    var starvedThreadShare: Double { Double(busiestThread.waited) / 1e9 / max(seconds, 0.001) }

    /// How many of the processors the host withheld on average.
    var withheldProcessors: Double { (withheldProcessorSeconds ?? 0) / max(seconds, 0.001) }

    /// A load thread that is busier than this has next to no time left.
    private static let busyShareMax = 0.9

    /// What kept the tool from making more load.
    var toolLimit: ToolLimit {
        if busiestThreadShare > LoadResult.busyShareMax { return .threads }
        // Without its work a thread waits for nobody, so that both shares count.
        return busiestThreadShare + starvedThreadShare > LoadResult.busyShareMax
            ? .processors : .none
    }

    /// What the tool itself lacked.
    enum ToolLimit: String, Sendable {
        /// Nothing: the server set the pace.
        case none
        /// A load thread was busy all the time.
        case threads
        /// A load thread waited for a processor: others, the server too, had them all.
        case processors
    }

    /// Whether every call was made and answered rightly.
    var isClean: Bool {
        tally.failureCount == 0 && unansweredCount == 0 && unmadeCount == 0 && differenceCount == 0
    }
}
