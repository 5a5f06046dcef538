/// Reads a command line by the declaration of a program.
///
/// The rules are GNU's long style: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`, letters
/// of flags joined (`-qv`), options and arguments in any order, and `--` before arguments that look
/// like options. A value comes from the command line, else the environment, else the file of
/// settings, else the default; an environment variable that is empty counts as not set.
package struct CommandLineParser: Sendable {
    private let environment: [String: String]
    private let readFile: SettingsFile.Reader

    private var path: [Command]
    private var words: [String] = []
    private var position = 0
    private var optionTexts: [String: [String]] = [:]
    private var argumentTexts: [String] = []

    /// What a command line asks for.
    package enum Outcome: Sendable {
        /// To run a command.
        case run(Invocation)
        /// To show the help of the last command of this path.
        case help([Command])
        /// To show the version of the program.
        case version
        /// To write the completions of the program for a shell.
        case completions(Shell)
        /// To write the manual page of the program.
        case manualPage
    }

    /// Reads command lines of one program; `readFile` gives the text of a file of settings.
    package init(
        _ program: Command,
        environment: [String: String],
        readFile: @escaping SettingsFile.Reader = SettingsFile.text(ofFile:)
    ) {
        self.path = [program]
        self.environment = environment
        self.readFile = readFile
    }

    /// Reads the words after the program's own name.
    package func parse(_ arguments: [String]) throws(UsageError) -> Outcome {
        var parser = self
        return try parser.run(Invocation.Source(parser: self, arguments: arguments))
    }

    private mutating func run(_ source: Invocation.Source) throws(UsageError) -> Outcome {
        words = source.arguments
        while let word = nextWord() {
            switch word {
            case "--":
                while let word = nextWord() { try take(argument: word) }
            case "-h", "--help":
                return .help(path)
            case "--version", "-V":
                return .version
            case "-v" where !options.contains { $0.short == "v" }:
                return .version
            case "--man-page":
                return .manualPage
            case "--completions":
                return .completions(
                    try shell(value(of: StandardOptions.english.completions.parameter))
                )
            case _ where word.hasPrefix("--completions="):
                return .completions(try shell(String(word.dropFirst("--completions=".count))))
            case "help" where isNamingCommands && command(named: word) == nil:
                return try helpOfRemainingWords()
            default:
                try take(word)
            }
        }
        guard command.action != nil else { throw .missingCommand(of: path) }
        return .run(try finished(source))
    }

    private mutating func take(_ word: String) throws(UsageError) {
        if word.hasPrefix("--") {
            try takeLongOption(word)
        } else if word.hasPrefix("-"), word.count > 1, !isNegativeNumber(word) {
            try takeShortOptions(word)
        } else {
            try take(argument: word)
        }
    }

    private mutating func takeLongOption(_ word: String) throws(UsageError) {
        let parts = word.dropFirst(2).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let name = parts.first.map(String.init) ?? ""
        guard let option = options.first(where: { $0.name == name }) else {
            let known = options.map(\.spelling) + ["--help", "--version"]
            throw .unknownOption("--" + name, of: path, among: known)
        }
        let attached = parts.count == 2 ? String(parts[1]) : nil
        if option.kind == .flag {
            if let attached { throw .valueOfFlag(option, attached, of: path) }
            keep("yes", of: option)
        } else if let attached {
            keep(attached, of: option)
        } else {
            keep(try value(of: option), of: option)
        }
    }

    private mutating func takeShortOptions(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == letter }) else {
                throw .unknownOption("-\(letter)", of: path, among: [])
            }
            if option.kind == .flag {
                keep("yes", of: option)
            } else if letters.isEmpty {
                keep(try value(of: option), of: option)
            } else {
                let attached = letters.first == "=" ? letters.dropFirst() : letters
                keep(String(attached), of: option)
                return
            }
        }
    }

    private mutating func take(argument word: String) throws(UsageError) {
        guard isNamingCommands else {
            let countMax = command.arguments.reduce(0) { sum, argument in
                argument.isRepeated ? Int.max : sum + 1
            }
            guard argumentTexts.count < countMax else {
                throw .surplusArgument(word, of: path)
            }
            argumentTexts.append(word)
            return
        }
        guard let subcommand = command(named: word) else {
            throw .unknownCommand(word, of: path)
        }
        path.append(subcommand)
    }

    private func shell(_ name: String) throws(UsageError) -> Shell {
        guard let shell = Shell(rawValue: name) else {
            let option = StandardOptions.english.completions.parameter
            throw .invalidValue(name, of: option, from: .commandLine, of: path)
        }
        return shell
    }

    /// `help contact add` is the same as `contact add --help`.
    private mutating func helpOfRemainingWords() throws(UsageError) -> Outcome {
        while isNamingCommands, let word = nextWord() { try take(argument: word) }
        return .help(path)
    }

    private func finished(_ source: Invocation.Source) throws(UsageError) -> Invocation {
        var invocation = Invocation(path: path, from: source)
        try checkVariables()
        if let file = path.first?.settingsFile { try resolve(file, [:], of: &invocation) }
        let file = try settingsFile(of: invocation)
        let settings = try settings(in: file)
        for option in options { try resolve(option, settings, of: &invocation) }
        if let file { invocation.keep(try sections(of: file, beside: invocation)) }
        var rest = argumentTexts[...]
        for argument in command.arguments {
            let texts = argument.isRepeated ? rest : rest.prefix(1)
            rest = rest.dropFirst(texts.count)
            if argument.isRequired, texts.isEmpty { throw .missing(argument, of: path) }
            let origin = texts.isEmpty ? ValueOrigin.absent : .commandLine
            try invocation.set(Array(texts), of: argument, from: origin)
        }
        return invocation
    }

    /// Refuses a variable of the program's family that nobody reads.
    private func checkVariables() throws(UsageError) {
        guard let program = path.first, let family = program.variables else { return }
        let names = program.options.compactMap(\.environmentName)
        if let complaint = family.complaint(about: environment, knowing: names) {
            throw UsageError(path, complaint, .configuration)
        }
    }

    /// The file that the command line or the environment names; nil where neither does.
    private func settingsFile(of invocation: Invocation) throws(UsageError) -> SettingsFile? {
        guard let program = path.first, let option = program.settingsFile,
            let file = invocation.texts(of: option).last
        else { return nil }
        do throws(SettingsFile.Failure) {
            return try SettingsFile(try readFile(file), path: file)
        } catch {
            throw UsageError(path, error.message, .configuration)
        }
    }

    /// The settings of a file outside of its sections, by their names.
    private func settings(
        in file: SettingsFile?
    ) throws(UsageError) -> [String: FileSetting] {
        guard let file, let program = path.first else { return [:] }
        do throws(SettingsFile.Failure) {
            return try file.settings(of: program.settings)
        } catch {
            throw UsageError(path, error.message, .configuration)
        }
    }

    /// Takes the value of an option from where it is given first.
    private func resolve(
        _ option: Parameter,
        _ settings: [String: FileSetting],
        of invocation: inout Invocation
    ) throws(UsageError) {
        if let setting = settings[option.name] {
            // Checked also where another source wins: a file is right or wrong by itself.
            try invocation.set(setting.texts, of: option, from: .file(setting.place))
        }
        let ofFile = settings[option.name].map { setting in
            PassedOverValue(texts: setting.texts, origin: .file(setting.place))
        }
        let ofEnvironment = environmentValue(of: option)
        if let texts = optionTexts[option.name] {
            for value in [ofEnvironment, ofFile].compactMap(\.self) {
                invocation.passOver(value, of: option)
            }
            return try invocation.set(texts, of: option, from: .commandLine)
        }
        if let ofEnvironment {
            if let ofFile { invocation.passOver(ofFile, of: option) }
            return try invocation.set(ofEnvironment.texts, of: option, from: ofEnvironment.origin)
        }
        if ofFile != nil { return }
        if option.isRequired { throw .missing(option, of: path) }
        try invocation.set(
            option.defaults,
            of: option,
            from: option.defaults.isEmpty ? .absent : .declaredDefault
        )
    }
}

extension CommandLineParser {
    /// What the environment has for an option; an empty variable counts as not set.
    private func environmentValue(of option: Parameter) -> PassedOverValue? {
        guard let name = option.environmentName, let text = environment[name], !text.isEmpty else {
            return nil
        }
        let texts = option.isRepeated ? text.split(separator: ",").map(String.init) : [text]
        return PassedOverValue(texts: texts, origin: .environment(name))
    }

    /// The program whose command line it is.
    var program: Command? { path.first }

    /// What is wrong with the file of settings.
    func wrong(_ message: String) -> UsageError { UsageError(path, message, .configuration) }

    private var command: Command { path[path.count - 1] }

    private var options: [Parameter] { path.flatMap(\.options) }

    /// Whether the next bare word names a command rather than an argument.
    private var isNamingCommands: Bool { command.action == nil || !command.subcommands.isEmpty }

    private func command(named name: String) -> Command? {
        command.subcommands.first { $0.name == name }
    }

    private mutating func nextWord() -> String? {
        guard position < words.count else { return nil }
        defer { position += 1 }
        return words[position]
    }

    private mutating func keep(_ text: String, of option: Parameter) {
        optionTexts[option.name, default: []].append(text)
    }

    /// Takes the next word as a value, unless it is an option: then a value was forgotten.
    private mutating func value(of option: Parameter) throws(UsageError) -> String {
        guard let word = nextWord() else { throw .missingValue(of: option, of: path) }
        let isOption = options.contains { $0.spelling == word } || word == "--"
        if isOption { throw .optionForValue(word, of: option, of: path) }
        return word
    }

    /// A dash and a digit is a number where no option has a digit for its letter.
    private func isNegativeNumber(_ word: String) -> Bool {
        guard let second = word.dropFirst().first, second.isASCII, second.isNumber else {
            return false
        }
        return !options.contains { $0.short == second }
    }
}
