/// The folders of Sources, which hold the modules: each room knows itself and those before it.
enum Room: String, CaseIterable, Comparable {
    /// Each module knows one technology and no product word.
    case foundations = "Foundations"
    /// What clients and server agree on.
    case contract = "Contract"
    /// How records are kept, whatever they are of.
    case store = "Store"
    /// What the product does.
    case features = "Features"
    /// What puts the features together.
    case composition = "Composition"
    /// What applications use.
    case client = "Client"
    /// What is started.
    case programs = "Programs"

    static func < (left: Room, right: Room) -> Bool {
        allCases.prefix { $0 != right }.contains(left)
    }
}

/// What each module may import; the whole architecture in one table.
///
/// A module of Sources without a row breaks the rules, and so does an import that its row does not
/// name. `ImportTests` proves that the graph has no circle, and that no room knows a later one.
let importRules: [ImportRule] =
    sharedRules + Feature.all.flatMap(\.importRules) + Feature.all.flatMap(\.commandRules)

private let sharedRules: [ImportRule] = [
    // Foundations: each knows one technology and no product word.
    ImportRule("Locking", [.Glibc, .Synchronization]),
    ImportRule("LMDB", [.CLMDB, .Locking, .OperatingSystem, .Glibc, .Synchronization]),
    ImportRule("Cryptography", [.CSodium, .OperatingSystem, .Glibc]),
    ImportRule("Metrics", [.Locking]),
    ImportRule(
        "Networking",
        [.CLinux, .COpenSSL, .Locking, .Metrics, .TextForms, .Glibc, .Synchronization]
    ),
    ImportRule("HTTP", [.CMicroHTTPD, .CGnuTLS, .Locking, .Networking, .Glibc]),
    ImportRule("Connect", [.TextForms]),
    ImportRule("Compression", [.CZlib]),
    ImportRule("SQLite", [.CSQLite]),
    ImportRule("ProtobufCoding", [.TextForms, .Glibc]),
    ImportRule(
        "TTRPC",
        [.Networking, .ProtobufCoding, .Locking, .Metrics, .Glibc, .Synchronization]
    ),
    ImportRule("TTRPC/Wire", [.ProtobufCoding]),
    ImportRule("TTRPC/Stream", [.ProtobufCoding, .Locking]),
    ImportRule("TTRPC/Envelope", [.ProtobufCoding]),
    ImportRule(
        "CommandLineInterface",
        [.Locking, .OperatingSystem, .TextForms, .Foundation, .Glibc]
    ),
    ImportRule("OperatingSystem", [.CLinux, .Locking, .TextForms, .Foundation, .Glibc]),
    ImportRule("Logging", [.Locking, .TextForms, .Foundation, .Dispatch, .Glibc]),
    ImportRule("TextFolding", [.Foundation]),
    ImportRule("Geodesy", [.Glibc]),
    ImportRule("TextForms", []),

    // The product. What all features share; the features themselves are in `Feature.importRules`.
    ImportRule("Domain", [.TextForms]),
    ImportRule("NoteletAPI", [.ProtobufCoding]),
    // What any engine is, and the one that there is; what it stores is nothing that they know.
    ImportRule("StorageEngine", [.CXXHash, .Metrics, .Glibc]),
    ImportRule(
        "LogEngine",
        [.StorageEngine, .LMDB, .Metrics, .OperatingSystem, .CLinux] + system
    ),
    // What tables and repositories are made of; it knows no feature.
    ImportRule(
        "Records",
        [.StorageEngine, .Domain, .Cryptography, .ProtobufCoding, .TextForms] + system
    ),
    // The tables of all features, and what works on all of them.
    ImportRule(
        "Storage",
        [.StorageEngine, .Domain, .Records, .Cryptography, .ProtobufCoding, .OperatingSystem]
            + [.TextForms] + system,
        rulesOf: Feature.all,
        others: Feature.all.map(\.storage)
    ),
    // What works on stores of any engine, and what knows the log and the files of LMDB.
    ImportRule(
        "StoreTools",
        [.Storage, .StorageEngine, .Domain, .Records, .Cryptography, .ProtobufCoding]
            + [.TextFolding, .TextForms] + system,
        rulesOf: Feature.all,
        others: Feature.all.map(\.storage)
    ),
    ImportRule(
        "LogStoreTools",
        [.StoreTools, .Storage, .StorageEngine, .LogEngine, .LMDB, .Domain, .Records]
            + [.Cryptography, .OperatingSystem, .TextForms] + system,
        rulesOf: Feature.all,
        others: Feature.all.map(\.storage)
    ),
    // What serves methods of any feature. Who calls is an account or a guest; it knows no other
    // feature. The list of features alone knows the services of all.
    ImportRule(
        "Serving",
        [.Domain, .Records, .NoteletAPI, .TTRPC, .ProtobufCoding, .Cryptography, .Metrics]
            + system,
        rulesOf: [.accounts],
        others: [Feature.accounts.storage]
    ),
    // The same methods over HTTP: it knows what serves any of them, and no feature.
    ImportRule(
        "WebServing",
        [.Serving, .Domain, .NoteletAPI, .HTTP, .Connect, .Compression, .ProtobufCoding]
            + [.TTRPC, .Networking] + system
    ),
    // The pages of the product, for browsers.
    ImportRule(
        "NoteletWeb",
        [.WebServing, .Serving, .HTTP, .NoteletAPI, .Domain, .Compression, .Cryptography]
            + [.CQREncode, .Connect, .TextForms, .TTRPC, .ProtobufCoding] + system,
        rulesOf: Feature.all
    ),
    // All that is served, and what it is served from.
    ImportRule(
        "NoteletService",
        [.Serving, .Storage, .LogStoreTools, .Domain, .Cryptography, .NoteletAPI],
        rulesOf: Feature.all,
        others: Feature.all.map(\.service)
    ),
    // What applications depend on, and what their tests do: nothing of one system, of a transport
    // or of a store, and nothing that is newer than the oldest telephones.
    ImportRule("NoteletInterface", [.Foundation, .Observation]),
    ImportRule("NoteletTestSupport", [.NoteletInterface, .Foundation]),
    // What a client needs of a network, and what gives it where: the client itself knows none.
    ImportRule("ClientTransport", [.Foundation]),
    ImportRule("SocketTransport", [.ClientTransport, .TTRPC]),
    ImportRule(
        "WebTransport",
        [.ClientTransport, .Connect, .Foundation, .FoundationNetworking]
    ),
    ImportRule(
        "NoteletClient",
        [.NoteletAPI, .ClientTransport, .SocketTransport, .WebTransport, .ProtobufCoding]
            + [.TextForms, .Foundation, .Glibc, .Darwin]
    ),
    // What gives applications the interface: from the service, and from a copy of what it has.
    ImportRule(
        "NoteletRemote",
        [.NoteletInterface, .NoteletClient, .Foundation],
        others: Feature.all.map(\.client)
    ),
    ImportRule(
        "NoteletOffline",
        [.NoteletInterface, .NoteletRemote, .NoteletClient, .ClientTransport, .ProtobufCoding]
            + [.SQLite, .Dispatch, .Foundation]
    ),
    // A server in the process of an application's tests: the one product that sees the service and
    // its store, and a client.
    ImportRule(
        "NoteletLocalServer",
        [.NoteletInterface, .NoteletClient, .NoteletAPI, .SocketTransport, .TTRPC]
            + [.NoteletService, .Serving]
            + [.Storage, .LogStoreTools, .Domain, .Cryptography, .OperatingSystem]
            + [.Locking, .Foundation],
        rulesOf: [.accounts]
    ),
    // What commands are made of: those of people ask servers, those of operators work on the files
    // of stores as well. The commands of features are in `Feature.commandRules`.
    ImportRule("PersonCommands", [.CommandLineInterface, .NoteletClient, .TextForms] + system),
    ImportRule(
        "OperatorCommands",
        [.CommandLineInterface, .OperatingSystem, .Storage, .StoreTools, .LogStoreTools, .Domain]
            + [.Cryptography, .Records]
            + [.StorageEngine, .LogEngine, .LMDB, .NoteletAPI, .TTRPC, .ProtobufCoding, .TextForms]
            + system
    ),

    // The programs. Only the server, and bench which fills stores, see both
    // towers, the service and the store.
    ImportRule(
        "notelet-server",
        [.CommandLineInterface, .HTTP, .Logging, .Metrics, .OperatingSystem, .NoteletService]
            + [.Serving, .WebServing, .NoteletWeb, .Storage, .StoreTools, .LogStoreTools]
            + [.StorageEngine, .LogEngine, .Domain, .NoteletAPI, .TTRPC, .Cryptography]
            + [.Records] + system,
        rulesOf: Feature.all
    ),
    // Works on the files of stores, and names the commands of all features.
    ImportRule(
        "notelet-admin",
        [.CommandLineInterface, .OperatingSystem, .OperatorCommands, .Storage, .StoreTools]
            + [.LogStoreTools, .Domain]
            + [.Cryptography, .LMDB, .StorageEngine, .LogEngine, .Records, .NoteletAPI, .TextForms]
            + system,
        rulesOf: Feature.all,
        others: Feature.all.map(\.operatorCommands)
    ),
    ImportRule(
        "notelet-cli",
        [.CommandLineInterface, .NoteletClient, .PersonCommands],
        others: Feature.all.map(\.commands)
    ),
    ImportRule("notelet-demo", clientProgram, others: Feature.all.map(\.client)),
    // Write the contract and the lists of features in Swift; no part of what is installed.
    ImportRule("protoc-gen-notelet", [.ProtobufCoding, .Foundation]),
    ImportRule("compose-features", [.Foundation]),
    // Bench fills stores itself, with the server's keys and rules: over the wire a million notes
    // would take an hour. And it waits for its connections by itself, to the microsecond and at
    // little cost: what serves a person well is no measure for a server.
    ImportRule(
        "bench",
        [.CommandLineInterface, .OperatingSystem, .NoteletAPI, .TTRPC, .ProtobufCoding]
            + [.Networking, .Serving, .Storage, .LogStoreTools, .Domain, .Cryptography, .CLinux]
            + [.StorageEngine, .LogEngine, .Records, .Compression] + system,
        rulesOf: Feature.all,
        others: Feature.all.map(\.storage)
    ),
    // Keeps a copy as an application does.
    ImportRule(
        "bench/Copying",
        [.CommandLineInterface, .NoteletClient, .NoteletInterface, .NoteletOffline] + system
    ),
    // Has a server in its process as an application's tests do.
    ImportRule("bench/Local", [.CommandLineInterface, .NoteletClient, .NoteletLocalServer]),
    // Floors go to the C libraries themselves: the layers above those are what they judge.
    ImportRule(
        "bench/Floor",
        [.CommandLineInterface, .NoteletAPI, .TTRPC, .ProtobufCoding, .CLMDB, .CLinux] + system
    ),
    // Measures single operations within the modules, and what they allocate.
    ImportRule(
        "bench/micro",
        [.CommandLineInterface, .NoteletAPI, .TTRPC, .ProtobufCoding, .Storage, .LogStoreTools]
            + [.Domain]
            + [.Cryptography, .CAllocations, .StorageEngine, .LogEngine, .Records] + system,
        rulesOf: Feature.all,
        others: Feature.all.map(\.storage)
    ),
]

let system: [ModuleName] =
    [.Locking, .Foundation, .Dispatch, .Glibc, .Synchronization]
private let clientProgram: [ModuleName] =
    [.CommandLineInterface, .OperatingSystem, .NoteletClient, .NoteletAPI, .TTRPC]
    + [.ProtobufCoding] + system

/// One row of the table: a module, or a stricter folder within one.
struct ImportRule: Sendable {
    let folder: String
    let allowed: Set<String>

    /// Allows a folder these modules, the rules of these features, and other parts of features.
    init(
        _ folder: String,
        _ allowed: [ModuleName],
        rulesOf features: [Feature] = [],
        others: [String] = []
    ) {
        self.folder = folder
        self.allowed = Set(allowed.map(\.rawValue) + features.map(\.rules) + others)
    }
}

extension Feature {
    /// The module of its rules.
    var rules: String { name + "Rules" }

    /// The module of its tables and repositories.
    var storage: String { name + "Storage" }

    /// The module of what serves it.
    var service: String { name + "Service" }

    /// What its modules may import.
    ///
    /// Rules reach nothing outside of the process: they know values, what can be done with texts
    /// and points of the earth, and the rules of features below. Storage knows the rules that it
    /// keeps records for, and the storage of features below. A service knows the same rules and its
    /// own, and no other service.
    fileprivate var importRules: [ImportRule] {
        [
            ImportRule(
                folder + "/Rules",
                [.Domain, .Geodesy, .TextFolding, .TextForms],
                rulesOf: below
            ),
            ImportRule(
                folder + "/Storage",
                [.Records, .StorageEngine, .Domain, .Cryptography, .ProtobufCoding]
                    + [.TextFolding, .TextForms],
                rulesOf: below + [self],
                others: below.map(\.storage)
            ),
            ImportRule(
                folder + "/Service",
                [.Serving, .Domain, .Records, .NoteletAPI, .TTRPC, .ProtobufCoding, .Metrics]
                    + [.Locking, .Foundation],
                rulesOf: below + [self],
                others: (below + [self]).map(\.storage)
            ),
        ]
    }
}

/// The modules that the table speaks of, so that a typing error does not compile.
enum ModuleName: String {
    case CAllocations, CLMDB, CLinux, CGnuTLS, CMicroHTTPD, COpenSSL, CQREncode, CSQLite, CSodium,
        CXXHash, CZlib
    case Darwin, Dispatch, Foundation, FoundationNetworking, Glibc, Observation,
        Synchronization
    case Locking, LMDB, Cryptography, Metrics, Networking, HTTP, Connect, Compression
    case SQLite, ProtobufCoding, TTRPC
    case CommandLineInterface, OperatingSystem, Logging, Geodesy, TextFolding, TextForms
    case Domain, Records, NoteletAPI, StorageEngine, LogEngine, Storage, StoreTools, LogStoreTools
    case Serving, WebServing, NoteletWeb, NoteletService, NoteletClient, NoteletInterface
    case NoteletTestSupport, NoteletRemote, NoteletOffline, ClientTransport, SocketTransport
    case WebTransport, NoteletLocalServer
    case PersonCommands, OperatorCommands
}

/// Returns the strictest rule for a file of Sources or bench: that of its deepest folder.
func importRule(for file: SourceFile) -> ImportRule? {
    let room = file.room.map { "Sources/\($0.rawValue)/" } ?? ""
    let path = file.path.dropFirst(room.count)
    return
        importRules
        .filter { path.hasPrefix($0.folder + "/") }
        .max { $0.folder.count < $1.folder.count }
}
