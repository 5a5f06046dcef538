import CommandLineInterface
import HTTP
import Networking
import TTRPC

/// Command lines, files of settings, and the values in them.
enum SettingsFuzzing {
    private static let time = Option<Duration>(
        "time",
        short: "t",
        .duration,
        default: "1s",
        environment: "FUZZED_TIME",
        help: "A time."
    )
    private static let size = Option<Int64>(
        "size",
        .byteCount,
        default: "1KiB",
        environment: "FUZZED_SIZE",
        help: "A size."
    )
    private static let numbers = Option<[UInt16]>.repeated(
        "numbers",
        short: "n",
        .number,
        environment: "FUZZED_NUMBERS",
        help: "Some numbers."
    )
    private static let share = Option<Double?>.optional(
        "share",
        .decimal(in: 0...1),
        environment: "FUZZED_SHARE",
        help: "A share."
    )
    private static let file = Option<String?>.optional(
        "file",
        .file,
        environment: "FUZZED_FILE",
        help: "A file of settings."
    )
    private static let flag = Option<Bool>.flag("quiet", short: "q", help: "A flag.")
    private static let word = Argument<String>("WORD", .text, help: "A word.")

    private static let program = Command(
        "fuzzed",
        summary: "Does nothing",
        settings: [time, size, numbers, share, file, flag],
        settingsFile: file,
        subcommands: [
            Command("do", summary: "Does nothing", arguments: [word]) { _ in .success }
        ],
        action: { _ in .success }
    )

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = bytes.dropFirst()
        let text = String(decoding: rest, as: UTF8.self)
        switch first % 3 {
        case 0: checkFile(text)
        case 1: checkWords(text)
        default: checkAddresses(text)
        }
    }

    /// What a file says, a command line can say.
    private static func checkFile(_ text: String) {
        let parser = CommandLineParser(program, environment: [:], readFile: { _ in text })
        guard case .run(let invocation) = outcome(parser, ["--file", "x"]) else { return }
        var words = ["do", "word"]
        for option in program.options where option.name != file.parameter.name {
            guard case .file = invocation.origin(of: option) else { continue }
            precondition(!invocation.texts(of: option).isEmpty, "A setting has a value.")
            words += invocation.texts(of: option).map { "--\(option.name)=\($0)" }
        }
        guard case .run(let again) = outcome(parser, words) else {
            preconditionFailure("What a file says, a command line can say.")
        }
        precondition(again[time] == invocation[time] && again[size] == invocation[size])
        precondition(again[numbers] == invocation[numbers] && again[share] == invocation[share])
    }

    private static func checkWords(_ text: String) {
        let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let environment = ["FUZZED_NUMBERS": words.first ?? "", "FUZZED_SIZE": words.last ?? ""]
        let parser = CommandLineParser(program, environment: environment, readFile: { _ in text })
        guard case .run(let invocation) = outcome(parser, words) else { return }
        precondition((invocation[share] ?? 0) <= 1 && invocation[size] >= 0)
    }

    /// What a parser makes of words; nil for those that do not fit, about which there is something
    /// to say.
    private static func outcome(
        _ parser: CommandLineParser,
        _ words: [String]
    ) -> CommandLineParser.Outcome? {
        do throws(UsageError) {
            return try parser.parse(words)
        } catch {
            precondition(!error.message.isEmpty && !error.description.contains("\n"))
            return nil
        }
    }

    private static func checkAddresses(_ text: String) {
        if let address = try? SocketAddress(parsing: text) {
            precondition((try? SocketAddress(parsing: address.description)) == address)
        }
        if let address = try? Address(text) {
            precondition((try? Address(address.description)) == address)
        }
        if let address = HTTPAddress(text) {
            precondition(HTTPAddress(address.description) == address)
        }
    }
}
