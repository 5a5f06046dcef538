import Foundation

/// What a machine had to do beside a measurement, as far as the kernel tells.
struct MachineLoad: Codable, Equatable, Sendable {
    /// The average of processes that ran or could have run, over 1, 5 and 15 minutes before the
    /// beginning; nil if the kernel does not tell.
    let averages: [Double]?
    /// What the host of a virtual machine withheld in the meantime, in percent of the time of all
    /// processors; nil if the kernel does not tell.
    let withheldPercent: Double?

    /// Reads /proc/loadavg, whose first three fields are the averages (proc(5)).
    static func averages(in text: String) -> [Double]? {
        let fields = text.split(whereSeparator: \.isWhitespace).prefix(3).compactMap { Double($0) }
        return fields.count == 3 ? fields : nil
    }
}

/// Notes what a machine does from now on.
struct MachineWatch {
    private let averages: [Double]?
    private let withheldAtStart: UInt64?
    private let start = ContinuousClock.now

    /// Begins to watch.
    init() {
        let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
        averages = text.flatMap(MachineLoad.averages)
        withheldAtStart = ProcessorTime.withheld()
    }

    /// What it has come to so far.
    var load: MachineLoad {
        MachineLoad(averages: averages, withheldPercent: withheldPercent)
    }

    private var withheldPercent: Double? {
        guard let withheldAtStart, let withheld = ProcessorTime.withheld() else { return nil }
        let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(1)
        let all = nanoseconds * Double(Machine.current.processorCount)
        return 100 * Double(withheld - min(withheldAtStart, withheld)) / max(all, 1)
    }
}
