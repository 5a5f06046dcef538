import CommandLineInterface
import Foundation

/// The tool as a whole: what is asked for is measured and shown as a table.
enum MicrobenchCommand {
    static let filter = Option<String>(
        "filter",
        .text,
        default: "",
        help: "Measures only what has this in its name."
    )

    static let root = Command(
        "notelet-microbench",
        summary: "Measures what single operations cost, in time and in allocations",
        discussion: """
            Each operation is repeated until the median of its batches stays where it is. The \
            store lies in memory where there is /dev/shm, so that the disk's noise stays out.
            """,
        options: [filter]
    ) { invocation in
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let all =
            try CodingBenchmarks.all() + FrameBenchmarks.all() + StorageBenchmarks.parts()
            + EngineBenchmarks.writing() + EngineBenchmarks.reading()
            + StorageBenchmarks.whole(in: folder)
        var table = TextTable(
            columns: [TextTable.Column("operation")]
                + ["ns", "lowest", "allocations", ""]
                .map { TextTable.Column($0, alignment: .trailing) }
        )
        for benchmark in all
        where invocation[filter].isEmpty || benchmark.name.contains(invocation[filter]) {
            let cost = try benchmark.measure()
            table.append([
                benchmark.name, digits(cost.nanoseconds), digits(cost.nanosecondsMin),
                digits(cost.allocationCount), cost.isStable ? "" : "restless",
            ])
        }
        try TextOutput.standard.write(table.text(border: .spaces))
        return .success
    }

    private static func digits(_ value: Double) -> String {
        String(format: value < 100 ? "%.1f" : "%.0f", value)
    }

    private static func temporaryFolder() throws -> String {
        let memory = "/dev/shm"
        let base =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        let folder = "\(base)/notelet-microbench.\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
