/// One command of a program: what it takes and what it does.
///
/// A program is a command too, the root of a tree one to three levels deep. Parsing, `--help`,
/// manual pages and shell completions are made from this one declaration. The options of a command
/// count for all commands below it, before and after their names.
package struct Command: Sendable {
    /// The word that selects the command; the program's name at the root.
    package let name: String
    /// One line on what the command does, with a capital and without a full stop.
    package var summary: String { summaryWording.english }
    /// Paragraphs that follow the summary in help, separated by empty lines.
    package var discussion: String { discussionWording.english }
    /// The summary with all its languages.
    package let summaryWording: Wording
    /// The discussion with all its languages.
    package let discussionWording: Wording
    /// The options of this command and all below it.
    package let options: [Parameter]
    /// The arguments, in their order.
    package let arguments: [Parameter]
    /// The commands below this one.
    package let subcommands: [Command]
    /// What the command does where no command below it is named; nil where it only gathers others.
    package let action: Action?
    /// The option that names a file of settings; nil where there is none.
    package let settingsFile: Parameter?
    /// The kinds of sections that the file of settings may have.
    package let sections: [SettingsSection]
    /// The variables of the environment that are not to be misspelt; nil where any may be set.
    package let variables: VariableFamily?

    /// The work of a command, from its values to the exit code of the program.
    package typealias Action = @Sendable (Invocation) async throws -> ExitCode

    /// Declares a command that does something.
    package init(
        _ name: String,
        summary: any Worded,
        discussion: any Worded = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        action: @escaping Action
    ) {
        self.name = name
        summaryWording = summary.wording
        discussionWording = discussion.wording
        self.options = options.map(\.parameter)
        self.arguments = arguments.map(\.parameter)
        self.subcommands = []
        self.action = action
        self.settingsFile = nil
        self.sections = []
        self.variables = nil
        checkDeclarations()
    }

    /// Declares a program that does something, has settings in a file, and commands beside.
    ///
    /// Its settings are those of its options that have a name in the environment: each may be
    /// given as an option, in the environment, or in the file that `settingsFile`, an option too,
    /// names; `sections` are those that this may have. A variable of the family `variables` that
    /// nobody reads is refused.
    package init(
        _ name: String,
        summary: any Worded,
        discussion: any Worded = "",
        settings options: [any ParameterDeclaration],
        settingsFile: Option<String?>,
        sections: [SettingsSection] = [],
        variables: VariableFamily? = nil,
        subcommands: [Command],
        action: @escaping Action
    ) {
        self.name = name
        summaryWording = summary.wording
        discussionWording = discussion.wording
        self.options = options.map(\.parameter)
        self.arguments = []
        self.subcommands = subcommands
        self.action = action
        self.settingsFile = settingsFile.parameter
        self.sections = sections
        self.variables = variables
        checkDeclarations()
    }

    /// Declares a command that gathers others.
    package init(
        _ name: String,
        summary: any Worded,
        discussion: any Worded = "",
        options: [any ParameterDeclaration] = [],
        subcommands: [Command]
    ) {
        self.name = name
        summaryWording = summary.wording
        discussionWording = discussion.wording
        self.options = options.map(\.parameter)
        self.arguments = []
        self.subcommands = subcommands
        self.action = nil
        self.settingsFile = nil
        self.sections = []
        self.variables = nil
        checkDeclarations()
    }

    /// Stops a program whose declaration no command line could satisfy.
    private func checkDeclarations() {
        precondition(
            options.allSatisfy { $0.kind != .argument },
            "An argument of '\(name)' is declared among its options."
        )
        precondition(
            arguments.allSatisfy { $0.kind == .argument },
            "An option of '\(name)' is declared among its arguments."
        )
        precondition(
            arguments.dropLast().allSatisfy { !$0.isRepeated },
            "Only the last argument of '\(name)' can take many values."
        )
        let firstOptional = arguments.firstIndex { !$0.isRequired } ?? arguments.endIndex
        precondition(
            arguments[firstOptional...].allSatisfy { !$0.isRequired },
            "A required argument of '\(name)' stands after one that may be left out."
        )
        precondition(
            Set(subcommands.map(\.name)).count == subcommands.count,
            "Two commands below '\(name)' have the same name."
        )
        precondition(
            settingsFile.map { file in options.contains { $0.name == file.name } } ?? true,
            "The option of '\(name)' that names the file of settings is not among its options."
        )
        checkOptionNames(taken: StandardOptions.names)
    }

    /// The options that may stand in the file of settings, in their order.
    package var settings: [Parameter] {
        guard let settingsFile else { return [] }
        return options.filter { $0.environmentName != nil && $0.name != settingsFile.name }
    }

    private func checkOptionNames(taken: Set<String>) {
        var taken = taken
        for option in options {
            for name in [option.name, option.short.map(String.init)].compactMap(\.self) {
                precondition(
                    taken.insert(name).inserted,
                    "'\(self.name)' declares the option '\(name)' a second time."
                )
            }
        }
        for command in subcommands { command.checkOptionNames(taken: taken) }
    }
}
