extension Feature {
    /// The module of its commands for a person.
    var commands: String { name + "Commands" }
    /// The module of its commands for an operator.
    var operatorCommands: String { name + "OperatorCommands" }

    /// What the modules of its commands may import.
    ///
    /// Those of a person see what any application sees, and not the store; those of an operator ask
    /// the server, and read by the rules what lies in a store.
    var commandRules: [ImportRule] {
        [
            ImportRule(
                folder + "/Commands",
                [.CommandLineInterface, .OperatingSystem, .NoteletClient, .PersonCommands] + system,
                others: below.map(\.commands)
            ),
            ImportRule(
                folder + "/OperatorCommands",
                [.CommandLineInterface, .OperatorCommands, .Domain, .NoteletAPI, .TTRPC]
                    + [.ProtobufCoding, .TextForms] + system,
                rulesOf: [self] + below,
                others: below.map(\.operatorCommands)
            ),
        ]
    }
}
