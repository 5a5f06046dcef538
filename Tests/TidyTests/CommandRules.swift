extension Feature {
    /// The module of its commands for a person.
    var commands: String { name + "Commands" }
    /// The module of its commands for an operator.
    var operatorCommands: String { name + "OperatorCommands" }

    /// The module of what it adds to the client library.
    var client: String { name + "Client" }

    /// What the modules of its commands, and of its part of the client library, may import.
    ///
    /// Those of a person see what any application sees, and not the store; those of an operator ask
    /// the server, and read by the rules what lies in a store.
    var commandRules: [ImportRule] {
        [
            ImportRule(folder + "/Client", [.NoteletClient]),
            ImportRule(
                folder + "/Commands",
                [.CommandLineInterface, .OperatingSystem, .NoteletClient, .PersonCommands] + system,
                others: [client] + below.map(\.commands)
            ),
            ImportRule(
                folder + "/OperatorCommands",
                [.CommandLineInterface, .OperatorCommands, .Domain, .NoteletAPI, .TTRPC]
                    + [.ProtobufCoding, .TextForms] + system,
                rulesOf: [self] + below,
                others: [storage] + below.flatMap { [$0.operatorCommands, $0.storage] }
            ),
        ]
    }
}
