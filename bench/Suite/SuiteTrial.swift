import CommandLineInterface

/// One measurement, made once in each repetition.
struct SuiteTrial {
    let contestant: Contestant
    /// The figure among whose trials it has its turn.
    let figure: SuiteFigure
    let setup: String
    /// Measures, and returns a sample for each figure that it sheds light on.
    let measure: () async throws -> Outcome

    /// What a measurement came to.
    struct Outcome {
        var samples: [SuiteFigure: SuiteSample]
        /// What has to be known about it.
        var remark: String?

        /// The outcome of calls of one kind.
        init(_ figure: SuiteFigure, _ sample: SuiteSample) {
            samples = [figure: sample]
        }

        /// The outcome of a load.
        ///
        /// - Throws: `CommandFailure` if a call failed: a rate of wrong answers says nothing.
        init(_ figure: SuiteFigure, _ result: LoadResult, of who: String) throws {
            guard result.isClean || result.wasInterrupted else {
                let count =
                    Int(result.tally.failureCount) + result.unansweredCount + result.unmadeCount
                throw CommandFailure(.refused, "\(count) calls to \(who) failed: \(figure.title).")
            }
            var all = Histogram()
            for operation in Operation.allCases { all.merge(result.tally[operation].latency) }
            self.init(figure, SuiteSample(all, seconds: result.seconds))
            if figure == .mixed {
                let pages = result.tally[.history].latency
                samples[.historyUnderSends] = SuiteSample(pages, seconds: result.seconds)
            }
            switch result.toolLimit {
            case .none: break
            case .threads: remark = "a load thread was busy all the time: \(figure.title), \(who)"
            case .processors:
                remark = "load threads waited for processors: \(figure.title), \(who)"
            }
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
