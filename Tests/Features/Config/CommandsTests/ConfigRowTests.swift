import CommandLineInterface
import NoteletClient
import Testing

@testable import ConfigCommands

@Suite("The configuration for programs")
struct ConfigRowTests {
    @Test("The columns of entries are all that an entry has")
    func columns() {
        let form = ConfigEntry.form(none: ConfigEntry.nothing)
        let entry = ConfigEntry(key: "title", value: "제목")
        #expect(form.kind.columns == ["key", "value"])
        #expect(form.json(entry).text == #"{"key":"title","value":"제목"}"#)
    }
}
