import CommandLineInterface

/// One measurement, made once in each repetition.
struct SuiteTrial {
    let contestant: Contestant
    /// The figure among whose trials it has its turn.
    let figure: SuiteFigure
    let setup: String
    /// Measures, and returns a sample for each figure that it sheds light on.
    let measure: () async throws -> Outcome

    /// The row of a figure that its samples belong to.
    func row(of figure: SuiteFigure) -> SuiteRow.Key {
        SuiteRow.Key(figure: figure, contestant: contestant, setup: setup)
    }

    /// What a measurement came to.
    struct Outcome {
        var samples: [SuiteFigure: SuiteSample]
        /// What has to be known to read the samples.
        var remarks: [SuiteFigure: String] = [:]
        /// The figures that it failed to measure.
        var failures: [SuiteFigure: CommandFailure] = [:]

        /// The outcome of what could not be measured.
        static let nothing = Outcome()

        private init() {
            samples = [:]
        }

        /// The outcome of calls of one kind.
        init(_ figure: SuiteFigure, _ sample: SuiteSample) {
            samples = [figure: sample]
        }

        /// The outcome of a load.
        ///
        /// - Throws: `CommandFailure` if a call failed: a rate of wrong answers says nothing.
        init(_ figure: SuiteFigure, _ result: LoadResult) throws {
            guard result.isClean || result.wasInterrupted else {
                let reasons = ReportText.failures(of: result).joined(separator: ", ")
                throw CommandFailure(.refused, reasons)
            }
            var all = Histogram()
            for operation in figure.operations { all.merge(result.tally[operation].latency) }
            var sample = SuiteSample(all, seconds: result.seconds)
            sample.processorMicroseconds = result.serverMicroseconds(for: figure.operations)
            self.init(figure, sample)
            if figure == .mixedByMany {
                let pages = result.tally[.history].latency
                samples[.historyUnderSends] = SuiteSample(pages, seconds: result.seconds)
            }
            switch result.toolLimit {
            case .none: break
            case .threads: remarks[figure] = "a load thread was busy all the time"
            case .processors: remarks[figure] = "load threads waited for processors"
            }
        }
    }

    /// Measures how many sends are taken for longer, and then how long they take when the clock
    /// makes them, at a share of that rate: of the one seen right before, for the machine of the
    /// next minute may be another one.
    ///
    /// - Parameters:
    ///   - contestant: Who takes the sends.
    ///   - rates: Is told the rate of the open loop.
    ///   - interruption: Leaves the second part out.
    ///   - measure: Measures one load.
    /// - Returns: One trial, with samples of both figures, or of the first if the second fails.
    static func sustainedSends(
        of contestant: Contestant,
        _ rates: OpenLoopRates,
        _ interruption: Interruption,
        _ measure: @escaping (SuiteFigure, SuiteLoad) async throws -> Outcome
    ) -> SuiteTrial {
        SuiteTrial(contestant: contestant, figure: .sendSustained, setup: "") {
            var outcome = try await measure(.sendSustained, .sustainedSends)
            guard let rate = outcome.samples[.sendSustained]?.perSecond,
                !interruption.hasHappened
            else { return outcome }
            let openLoopRate = rate * SuiteLoad.openLoopShare
            rates[contestant] = openLoopRate
            let load = SuiteLoad.openLoop(sendsPerSecond: openLoopRate)
            do {
                let openLoop = try await measure(.sendOpenLoop, load)
                outcome.samples.merge(openLoop.samples) { _, new in new }
                outcome.remarks.merge(openLoop.remarks) { _, new in new }
            } catch let failure as CommandFailure {
                outcome.failures[.sendOpenLoop] = failure
            }
            return outcome
        }
    }

    /// Measures how long sends take that the clock makes, at the rate of another's open loop.
    ///
    /// - Parameters:
    ///   - contestant: Who takes the sends.
    ///   - other: Whose rate it is; nothing is measured while that has none.
    ///   - setup: What the row is called.
    ///   - rates: The rates of the open loops so far.
    ///   - measure: Measures one load.
    /// - Returns: One trial.
    static func sends(
        to contestant: Contestant,
        atRateOf other: Contestant,
        _ setup: String,
        _ rates: OpenLoopRates,
        _ measure: @escaping (SuiteFigure, SuiteLoad) async throws -> Outcome
    ) -> SuiteTrial {
        SuiteTrial(contestant: contestant, figure: .sendOpenLoop, setup: setup) {
            guard let rate = rates[other] else { return Outcome.nothing }
            return try await measure(.sendOpenLoop, .openLoop(sendsPerSecond: rate))
        }
    }

    /// Lets contestants take turns within each figure, so that noise meets all of them alike.
    static func inTurns(_ trials: [SuiteTrial]) -> [SuiteTrial] {
        SuiteFigure.allCases.flatMap { figure in
            var waiting = Contestant.allCases.map { contestant in
                trials.filter { $0.figure == figure && $0.contestant == contestant }[...]
            }
            var ordered: [SuiteTrial] = []
            while waiting.contains(where: { !$0.isEmpty }) {
                for index in waiting.indices {
                    if let next = waiting[index].popFirst() { ordered.append(next) }
                }
            }
            return ordered
        }
    }
}
