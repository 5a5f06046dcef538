import CommandLineInterface
import Testing

/// Files of settings that a program changes.
@Suite("Text of settings")
struct SettingsTextTests {
    private static let start = """
        # The server.
        store = s

        [app one]
        store = a

          # What two is.
        # Not more.
        [ app  two ]
        store = b
        store = c

        """

    @Test("What is in a file is found, the last value of each name")
    func reading() throws {
        let text = try SettingsText(Self.start, path: "c")
        #expect(text.value(of: "store") == "s" && text.value(of: "listen") == nil)
        #expect(text.sections.map(\.name) == ["one", "two"])
        #expect(text.sections.map { $0.values["store"] } == ["a", "c"])
        #expect(throws: SettingsFile.Failure.self) { try SettingsText("[app", path: "c") }
    }

    @Test("Comments directly above a section go and stay with it")
    func comments() throws {
        var text = try SettingsText(Self.start, path: "c")
        try text.remove("app", "one")
        #expect(
            text.text == "# The server.\nstore = s\n\n  # What two is.\n# Not more.\n"
                + "[ app  two ]\nstore = b\nstore = c\n"
        )
        var other = try SettingsText("# a\n\n[app one]\n# of one\n\n[app two]", path: "c")
        try other.remove("app", "two")
        #expect(other.text == "# a\n\n[app one]\n# of one\n")
        try other.remove("app", "one")
        #expect(other.text == "# a\n")
    }

    @Test("A section goes with all its lines, however it is written, and the rest stays")
    func removing() throws {
        var text = try SettingsText(Self.start, path: "c")
        try text.remove("app", "two")
        try text.remove("app", "three")
        try text.remove("dropped", "one")
        #expect(text.text == "# The server.\nstore = s\n\n[app one]\nstore = a\n")
        try text.remove("app", "one")
        #expect(text.text == "# The server.\nstore = s\n" && text.sections.isEmpty)
        var other = try SettingsText("store = s\r\n[app one]\r\nstore = a\r\n", path: "c")
        try other.remove("app", "one")
        #expect(other.text == "store = s\n")
    }

    @Test("A section is added behind all others, and can be read")
    func adding() throws {
        var text = try SettingsText("store = s", path: "c")
        try text.add("app", "one", [("store", "a"), ("features", "x,y")])
        #expect(text.text == "store = s\n\n[app one]\nstore = a\nfeatures = x,y\n")
        #expect(text.sections[0].values == ["store": "a", "features": "x,y"])
        let before = text.text
        #expect(throws: SettingsFile.Failure.self) { try text.add("app", "two", [("store", "")]) }
        #expect(text.text == before)
    }
}
