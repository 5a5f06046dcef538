import CommandLineInterface

/// `notelet-bench floor`: what the disk can do at best.
enum FloorCommand {
    static let folder = Option<String>(
        "folder",
        .folder,
        default: "/var/tmp",
        help: "Folder on the disk to measure."
    )
    static let seconds = Option<Int>(
        "seconds",
        .number(in: 1...3600),
        default: "5",
        help: "How long to measure."
    )

    static let command = Command(
        "floor",
        summary: "Measures how fast the disk makes a page durable",
        discussion: """
            Writes 4 KiB and calls fdatasync, again and again, at the end of a file and over what \
            it held: no commit is faster.
            """,
        options: [folder, seconds]
    ) { invocation in
        let interruption = Interruption()
        var table = TextTable(
            columns: [TextTable.Column("operation")]
                + (["per s"] + Percentile.allCases.map(\.name) + ["max"])
                .map { TextTable.Column($0, alignment: .trailing) }
        )
        for placement in DiskFloor.Placement.allCases {
            let floor = DiskFloor(
                folder: invocation[folder],
                placement: placement,
                duration: .seconds(invocation[seconds]),
                interruption: interruption
            )
            let (latency, seconds) = try floor.run()
            table.append(row("4 KiB \(placement.rawValue) + fdatasync", latency, seconds))
        }
        try TextOutput.standard.write(table.text(border: .spaces))
        return .success
    }

    private static func row(_ name: String, _ latency: Histogram, _ seconds: Double) -> [String] {
        [name, ReportText.rate(Double(latency.count) / max(seconds, 0.001))]
            + Percentile.allCases.map { percentile in
                percentile.nanoseconds(in: latency).map(ReportText.duration) ?? "-"
            } + [ReportText.duration(nanoseconds: latency.maximumNanoseconds)]
    }
}
