import CommandLineInterface
import NoteRules
import NoteletAPI
import Testing

@testable import NoteOperatorCommands

@Suite("Reports for operators")
struct ShownReportTests {
    private let report = ShownReport(
        NoteletAPI.Report(
            number: 7,
            content: "what the note said",
            resolution: ReportResolution(operatorName: "root", text: "banned")
        )
    )

    @Test("The columns of a list are all that it has of a report, which is not what the note said")
    func columns() {
        #expect(ShownReport.form.json(report).columnPaths == ShownReport.form.kind.columns)
        #expect(!ShownReport.form.json(report).text.contains("what the note said"))
        #expect(report.json.text.contains("what the note said"))
    }

    @Test("A note is named by the number of a report, or by its whole id")
    func references() {
        let parse = ValueSyntax<NoteRules.NoteReference>.note.parse
        #expect(parse("7")?.text == "report 7")
        let id = "00010203-0405-0607-0809-0a0b0c0d0e0f"
        #expect(parse(id)?.text == id)
        for text in ["0", "-1", "0001-0203", ""] {
            #expect(parse(text) == nil, "\(text)")
        }
    }
}
