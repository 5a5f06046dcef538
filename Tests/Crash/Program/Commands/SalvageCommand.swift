import CommandLineInterface

/// `notelet-crash salvage`: salvages a damaged store, and says whether anything is gone in silence.
enum SalvageCommand {
    static let whole = Argument<String>("WHOLE", .folder, help: "The store before the damage.")
    static let target = Argument<String>("FOLDER", .folder, help: "Where the new store is made.")
    static let page = Option<Int?>.optional(
        "page",
        .number(in: 0...1_000_000_000),
        help: "The damaged page, to know whether its damage may cost anything."
    )

    static let command = Command(
        "salvage",
        summary: "Salvages a damaged store, and compares it with what it was",
        discussion: """
            Ends with 1 if the damaged store was changed, if the new one is not sound, or if it \
            lacks or has anything that no finding tells.
            """,
        options: [page],
        arguments: [CrashOptions.directory, whole, target]
    ) { invocation in
        let whole = try DatabaseContents(ofStoreIn: invocation[whole])
        var check = SalvageCheck(of: invocation[CrashOptions.directory], to: invocation[target])
        let isCostless = invocation[page].map(whole.isCostless) ?? false
        try check.run(whole: whole, isCostless: isCostless)
        for violation in check.violations { try TextOutput.standard.writeLine(violation) }
        let lossless = check.hasLoss ? 0 : 1
        try TextOutput.standard.writeLine("lossless \(lossless) lost \(check.lostCount)")
        return check.violations.isEmpty ? .success : .refused
    }
}
