/// What one measurement came to.
struct SuiteSample: Codable, Equatable, Sendable {
    /// Calls per second; nil where only a time is known.
    var perSecond: Double?
    /// In nanoseconds; nil where there were too few calls to tell.
    var p50: UInt64?
    var p99: UInt64?
    var p999: UInt64?
    /// The slowest call, in nanoseconds.
    var maximum: UInt64?
    /// Processor time of the server for a call; nil where it is not known, or too little to tell.
    var processorMicroseconds: Double?

    /// Gathers figures.
    init(
        perSecond: Double? = nil,
        p50: UInt64? = nil,
        p99: UInt64? = nil,
        p999: UInt64? = nil,
        maximum: UInt64? = nil
    ) {
        self.perSecond = perSecond
        self.p50 = p50
        self.p99 = p99
        self.p999 = p999
        self.maximum = maximum
    }

    /// Sums up the calls of a while.
    ///
    /// - Parameters:
    ///   - latency: How long each took.
    ///   - seconds: The time they took together.
    ///   - callsPerRecord: How many calls one record of the histogram stands for.
    init(_ latency: Histogram, seconds: Double, callsPerRecord: Int = 1) {
        perSecond = Double(latency.count) * Double(callsPerRecord) / max(seconds, 0.001)
        p50 = Percentile.p50.nanoseconds(in: latency)
        p99 = Percentile.p99.nanoseconds(in: latency)
        p999 = Percentile.p999.nanoseconds(in: latency)
        maximum = latency.count == 0 ? nil : latency.maximumNanoseconds
    }
}

/// One line of the table: a contestant in one set-up, with a sample of each repetition.
struct SuiteRow: Equatable, Sendable {
    let key: Key
    let samples: [SuiteSample]

    /// What a sample belongs to.
    struct Key: Hashable, Sendable {
        let figure: SuiteFigure
        let contestant: Contestant
        /// What is particular about it; empty if nothing is.
        let setup: String

        /// What the row is called among those of its figure.
        var name: String { contestant.name + (setup.isEmpty ? "" : ", " + setup) }
    }

    /// The rate in the middle.
    var perSecond: Double? { SuiteRow.median(samples.compactMap(\.perSecond)) }

    /// The lowest and the highest rate.
    var perSecondRange: ClosedRange<Double>? {
        let rates = samples.compactMap(\.perSecond).sorted()
        guard let lowest = rates.first, let highest = rates.last else { return nil }
        return lowest...highest
    }

    /// The median of the repetitions' p50, in nanoseconds.
    var p50: UInt64? { SuiteRow.median(samples.compactMap(\.p50)) }

    /// The median of the repetitions' p99, in nanoseconds.
    var p99: UInt64? { SuiteRow.median(samples.compactMap(\.p99)) }

    /// The median of the repetitions' p99.9, in nanoseconds.
    var p999: UInt64? { SuiteRow.median(samples.compactMap(\.p999)) }

    /// The slowest call of all repetitions, in nanoseconds.
    var maximum: UInt64? { samples.compactMap(\.maximum).max() }

    /// The median of what a call costs the server in processor time, in microseconds.
    var processorMicroseconds: Double? {
        SuiteRow.median(samples.compactMap(\.processorMicroseconds))
    }

    /// How fast it is by what the figure compares, more being better; nil if that is not known.
    var speed: Double? {
        switch key.figure.basis {
        case .rate: perSecond
        case .p50: p50.flatMap(SuiteRow.speed)
        case .p99: p99.flatMap(SuiteRow.speed)
        case .p999: p999.flatMap(SuiteRow.speed)
        }
    }

    /// The value in the middle, the mean of the two in the middle of an even number.
    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1
            ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    private static func median(_ nanoseconds: [UInt64]) -> UInt64? {
        median(nanoseconds.map { Double($0) }).map { UInt64($0.rounded()) }
    }

    private static func speed(of nanoseconds: UInt64) -> Double? {
        nanoseconds == 0 ? nil : 1e9 / Double(nanoseconds)
    }
}
