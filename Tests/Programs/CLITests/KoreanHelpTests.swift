import CommandLineInterface
import Testing

@testable import PersonCommands
@testable import notelet_cli

/// Whoever chose Korean reads help in Korean, all of it.
@Suite("Korean help")
struct KoreanHelpTests {
    /// Abbreviations that Korean writes as English does.
    private static let abbreviations: Set = ["ID", "URL"]

    @Test("Every text of every command, option and argument is there in Korean")
    func declarations() {
        #expect(commandPaths.count > 30)
        for path in commandPaths {
            guard let command = path.last else { continue }
            check(command.summaryWording, command.name)
            if !command.discussion.isEmpty { check(command.discussionWording, command.name) }
            for parameter in command.options + command.arguments {
                let name = "\(command.name) \(parameter.spelling)"
                check(parameter.texts.help, name)
                // A flag has no value of which anything could be said.
                guard parameter.kind != .flag else { continue }
                if !Self.abbreviations.contains(parameter.placeholder) {
                    check(parameter.texts.placeholder, name)
                }
                // Of a choice, its words are shown.
                if case .words = parameter.completion { continue }
                check(parameter.texts.expectation, name)
            }
        }
    }

    private func check(_ wording: Wording, _ name: String) {
        let korean = wording.others["ko"]
        #expect(korean.map(isKorean) == true, "\(name): \(wording.english)")
        #expect(korean != wording.english, "\(name)")
        #expect(!isKorean(wording.english), "\(name)")
    }

    @Test("Every page fits its width, and has no English left", arguments: [40, 80, 100])
    func pages(width: Int) {
        for path in commandPaths {
            let page = HelpText(path: path, width: width, in: .korean).text
            let name = path.map(\.name).joined(separator: " ")
            for line in page.split(separator: "\n") {
                #expect(line.cellWidth <= width, "\(name): \(line)")
                #expect(!line.hasSuffix(" "), "\(name): \(line)")
            }
            let known = Set(path.map(\.name) + ["notelet-cli"])
            #expect(leftoverEnglish(page, knowing: known) == [], "\(name)")
            #expect(page.contains("사용법: notelet-cli"))
        }
    }

    @Test("English pages have no Korean", arguments: [40, 80, 100])
    func englishPages(width: Int) {
        for path in commandPaths {
            let page = HelpText(path: path, width: width).text
            #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(page)")
            #expect(page.contains("Usage: notelet-cli") && page.contains("ptions:"))
        }
    }

    @Test(
        "The language is that of --lang wherever it stands, or else of the environment",
        arguments: [
            ([], ["LANG": "ko_KR.UTF-8"], "ko"), (["ping", "-h"], ["LC_ALL": "ko"], "ko"),
            (["--lang", "ko", "--help"], [:], "ko"), (["--help", "--lang=ko"], [:], "ko"),
            (["--lang", "en", "--help"], ["LANG": "ko_KR.UTF-8"], "en"),
            (["send", "--", "--lang", "ko"], [:], "en"), ([], ["LANG": "ja_JP.UTF-8"], "en"),
            (["--lang", "fr"], ["LANG": "ko_KR.UTF-8"], "ko"),
        ] as [([String], [String: String], String)]
    )
    func choice(arguments: [String], environment: [String: String], name: String) {
        #expect(ProgramLanguage.chosen(by: arguments, environment).name == name)
    }
}
