import CommandLineInterface
import TTRPC

/// The options that say which server the load is put on.
enum TargetOptions {
    static let store = Option<String?>.optional(
        "store",
        .folder,
        help:
            "Folder of a store to fill, or filled before, which stays; by default one in /var/tmp "
            + "that goes at the end."
    )
    static let serverProgram = Option<String?>.optional(
        "server-program",
        .file,
        help: "The server to start; by default the notelet-server beside this program."
    )
    static let server = Option<Address?>.optional(
        "server",
        .address,
        help: "A server that runs already, on a store that 'preload' filled; needs --population."
    )
    static let population = Option<String?>.optional(
        "population",
        .file,
        help: "The users of that store: the file STORE.population."
    )

    /// The options of a server of one's own.
    static let own: [any ParameterDeclaration] = [store, serverProgram]
    static let all: [any ParameterDeclaration] = own + [server, population]
}

extension ValueSyntax<Address> {
    /// An address to connect to.
    static let address = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like tcp://127.0.0.1:7575 or unix:///run/notelet.sock",
        parse: { try? Address($0) }
    )
}
