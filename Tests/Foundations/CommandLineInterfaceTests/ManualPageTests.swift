import CommandLineInterface
import TestSupport
import Testing

/// The manual page says all that is declared, and says it in correct roff.
@Suite("Manual page")
struct ManualPageTests {
    @Test("A page has the sections that readers look for")
    func sections() {
        let text = ManualPage(of: SampleProgram.root, version: "1.2.3", section: 1).text
        let titles = text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map {
            $0.dropFirst(4)
        }
        #expect(
            titles == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "ENVIRONMENT",
                "EXIT STATUS",
            ]
        )
        #expect(text.hasPrefix(".TH SAMPLE 1 \"\" \"sample 1.2.3\"\n"))
        #expect(text.contains(".SH NAME\nsample \\- shows what a program can take\n"))
        #expect(text.contains(".SS contact add\n"))
        #expect(text.contains(".TP\n\\fB\\-t\\fR, \\fB\\-\\-tag\\fR \\fITEXT\\fR\n"))
        #expect(text.contains(".TP\n\\fBNOTELET_TAGS\\fR\nThe value of \\-\\-tag where"))
        for code in ExitCode.allCases { #expect(text.contains("\\fB\(code.rawValue)\\fR")) }
    }

    @Test("Every text is shown letter by letter")
    func escaping() async throws {
        let text = "A line with \\fB and -- in it, 쪽지.\n.SH begins no section\n'nor this"
        let root = Command("x", summary: "X", discussion: text, action: { _ in .success })
        let page = ManualPage(of: root, version: "1", section: 8).text
        let shown = try await shown(page)
        #expect(
            shown.contains("A line with \\fB and -- in it, 쪽지. .SH begins no section 'nor this")
        )
    }

    @Test("The formatters have nothing to complain of")
    func isCorrect() async throws {
        let page = ManualPage(of: SampleProgram.root, version: "1.2.3", section: 1).text
        #expect(try await complaints(ofMandocAbout: page).isEmpty)
        #expect(try await shown(page).contains("--limit NUMBER At most so many."))
    }
}

/// What mandoc finds in a page, but that it has no date, by which it is the same whenever made.
func complaints(ofMandocAbout page: String) async throws -> [Substring] {
    let run = try await ProgramRun.run("/usr/bin/mandoc", ["-T", "lint"], input: page)
    return run.output.split(separator: "\n").filter { !$0.contains("missing date, using \"\"") }
}

/// A page as groff shows it, all white space made one blank.
private func shown(_ page: String) async throws -> String {
    let run = try await ProgramRun.run(
        "/usr/bin/groff",
        ["-Kutf8", "-man", "-ww", "-Tutf8", "-P-cbou"],
        input: page
    )
    #expect(run.errorOutput == "")
    return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
