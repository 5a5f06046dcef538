import CommandLineInterface
import Testing

/// Sections of files of settings.
@Suite("Sections of settings")
struct SectionTests {
    /// What each section has of its own, made out of what is outside.
    private static let label = Option<String>(
        "label",
        .text,
        default: "of",
        environment: "SAMPLE_LABEL",
        help: "A label."
    )

    private static let root = Command(
        "sample",
        summary: "Has sections",
        settings: [
            SettingsTests.config, SettingsTests.listen, SettingsTests.store, SettingsTests.limit,
            label,
        ],
        settingsFile: SettingsTests.config,
        sections: [
            SettingsSection(
                "app",
                sharing: [SettingsTests.limit],
                own: [SettingsTests.store, SettingsTests.listen, label],
                deriving: [(label, { @Sendable name, outside in "\(outside) \(name)" })],
                complaint: { $0 == "taken" ? "this name is taken" : nil }
            ),
            SettingsSection("past", sharing: [], own: [SettingsTests.store]) { _ in nil },
        ],
        subcommands: [.config],
        action: { _ in .success }
    )

    private func invocation(
        _ file: String,
        _ environment: [String: String] = [:],
        _ words: [String] = []
    ) throws -> Invocation {
        let parser = CommandLineParser(Self.root, environment: environment) { _ in file }
        guard case .run(let invocation) = try parser.parse(["--config", "c"] + words) else {
            throw ExitCode.bug
        }
        return invocation
    }

    @Test("What a section does not set is as outside of it, but for what is each section's own")
    func values() throws {
        let file = """
            store = s
            limit = 7
            listen = l
            [app one]
            store = s1

            # A comment, and another section.
              [ app   two ]\u{20}
            store = s2
            limit = 9
            listen = a
            listen = b
            """
        let read = try invocation(file)
        #expect(read[SettingsTests.store] == "s" && read[SettingsTests.limit] == 7)
        #expect(read.sections.map(\.name) == ["one", "two"])
        #expect(read.sections.map(\.place) == ["c:4", "c:8"])
        let (one, two) = (read.sections[0], read.sections[1])
        #expect(one.options.map(\.name) == ["store", "listen", "label", "limit"])
        #expect(one.values[Self.label] == "of one" && two.values[Self.label] == "of two")
        #expect(one.values.origin(of: Self.label) == .declaredDefault)
        #expect(one.values[SettingsTests.store] == "s1")
        #expect(one.values.origin(of: SettingsTests.store) == .file("c:5"))
        #expect(one.values[SettingsTests.limit] == 7)
        #expect(one.values[SettingsTests.listen] == ["d"])
        #expect(two.values[SettingsTests.limit] == 9)
        #expect(two.values[SettingsTests.listen] == ["a", "b"])
        #expect(one.values.sections.isEmpty)
    }

    @Test("A value that a section sets is not derived, and none is made out of none")
    func derivedValues() throws {
        let file = "store = s\nlabel = by\n[app one]\nstore = a\nlabel = x\n[app two]\nstore = b"
        let sections = try invocation(file).sections.map(\.values)
        #expect(sections.map { $0[Self.label] } == ["x", "by two"])
        #expect(sections[0].origin(of: Self.label) == .file("c:5"))
    }

    @Test("The command line and the environment are outside of all sections")
    func otherSources() throws {
        let file = "[app one]\nstore = s1\nlimit = 3\n[app two]\nstore = s2"
        let read = try invocation(
            file,
            ["SAMPLE_LIMIT": "5"],
            ["--store", "s", "--listen", "l"]
        )
        let sections = read.sections.map(\.values)
        #expect(sections.map { $0[SettingsTests.store] } == ["s1", "s2"])
        #expect(sections.map { $0[SettingsTests.limit] } == [3, 5])
        #expect(sections.allSatisfy { $0.passedOver(SettingsTests.store).isEmpty })
    }

    @Test(
        "What is wrong with a section is told by its line",
        arguments: [
            ("[app one]", "c:2: 'store' is missing in this section"),
            ("[app one\nstore = a", "c:2: '[app one' begins no section"),
            ("[one]\nstore = a", "c:2: '[one]' begins no section"),
            ("[]", "c:2: '[]' begins no section"),
            ("[", "c:2: '[' begins no section"),
            ("[app a b]", "c:2: '[app a b]' begins no section"),
            ("[house one]\nstore = a", "c:2: there are no sections of the kind 'house'"),
            ("[app taken]\nstore = a", "c:2: this name is taken"),
            ("[app a]\nstore = a\n[app a]\nstore = b", "c:4: app 'a' stands at c:2 already"),
            ("[app a]\nstore = a\nlimit = 501", "501"),
            ("[app a]\nstore = a\nconfig = x", "c:4: unknown setting 'config'"),
            ("[app a]\nstore = a\nstore = b", "c:4: 'store' takes one value"),
        ]
    )
    func wrongSections(lines: String, complaint: String) {
        let error = #expect(throws: UsageError.self) { try invocation("store = s\n" + lines) }
        #expect(error?.message.contains(complaint) == true, "\(error?.message ?? "")")
        #expect(error?.exitCode == .configuration)
    }

    @Test("Sections of different kinds may have one name")
    func kinds() throws {
        let read = try invocation("store = s\n[past one]\nstore = a\n[app one]\nstore = b")
        #expect(read.sections.map(\.kind) == ["past", "app"])
        #expect(throws: UsageError.self) {
            _ = try invocation("store = s\n[past one]\nstore = a\nlimit = 3")
        }
    }

    @Test("A program without sections refuses one")
    func programWithoutSections() {
        let parser = CommandLineParser(SettingsTests.root, environment: [:]) { _ in
            "store = s\n[app one]\nstore = t"
        }
        #expect(throws: UsageError.self) { try parser.parse(["--config", "c"]) }
    }
}
