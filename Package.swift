// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// What the build is instrumented for, as `make sanitize-thread` and `make fuzz` set it.
let sanitizer = Context.environment["NOTELET_SANITIZE"]

/// Settings of every target: the newest language rules, and no warning left standing.
let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ] + (sanitizer == "thread" ? [.define("THREAD_SANITIZER")] : [])

/// Settings of the targets that touch raw memory: there each unsafe expression says so.
let guarded = strict + [.strictMemorySafety()]

/// The features of the product, each of which knows those before it alone.
///
/// A further one is a line here, and `make generate` tells all that puts them together.
let features = [
    Feature("Account"),
    Feature("Note"),
    Feature("Item", and: ["Client"]),
    Feature("Config", folder: "Config", and: ["Client"]),
    Feature("Telemetry", folder: "Telemetry", and: ["Client"]),
    Feature("Directory", folder: "Directory", and: ["Client"]),
    Feature("Ledger", folder: "Ledger", without: ["Commands"]),
    Feature("Reward", buildsOn: ["Ledger"]),
    Feature("Delivery", folder: "Delivery", buildsOn: ["Ledger"], and: ["Client"]),
]

/// Puts targets into a room of the house: a folder for each in a folder of Sources or Tests.
func room(_ folder: String, _ targets: [Target]) -> [Target] {
    for target in targets { target.path = "\(folder)/\(target.name)" }
    return targets
}

func library(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A module that clients are made of where its technology is there.
func onLinux(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux]))
}

/// A library with files that become a part of it.
func pages(_ name: String, _ dependencies: [Target.Dependency], files: String) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        resources: [.embedInCode(files)],
        swiftSettings: strict
    )
}

func program(
    _ name: String,
    _ dependencies: [Target.Dependency],
    path: String? = nil,
    exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: exclude,
        swiftSettings: strict
    )
}

func tests(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: dependencies + [.target(name: "TestSupport")],
        exclude: exclude,
        swiftSettings: strict
    )
}

/// The tests of what serves features, those of each in its folder: one target, since all of them
/// have the whole service around them.
func serviceTests(of features: [Feature], _ dependencies: [Target.Dependency]) -> Target {
    let folders =
        ["Composition/NoteletServiceTests"] + features.map { "Features/\($0.folder)/ServiceTests" }
    return tests("NoteletService", in: folders, dependencies)
}

/// A target of tests that lie in several folders of Tests.
func tests(
    _ name: String,
    in folders: [String],
    _ dependencies: [Target.Dependency],
    exclude: [String] = []
) -> Target {
    let target = tests(name, dependencies, exclude: exclude + places(in: "", without: folders))
    target.path = "Tests"
    target.sources = folders
    return target
}

/// What of a folder of Tests lies in none of some folders: the package manager wants to be told.
func places(in folder: String, without folders: [String]) -> [String] {
    let path = "\(Context.packageDirectory)/Tests/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().flatMap { name in
        let place = folder + name
        if folders.contains(place) { return [String]() }
        let leadsThere = folders.contains { $0.hasPrefix(place + "/") }
        return leadsThere ? places(in: place + "/", without: folders) : [place]
    }
}

/// The tests of what is kept of features, those of each in its folder, and of the tools for stores:
/// one target, since most of them have a whole store around them.
func storageTests(of features: [Feature], _ dependencies: [Target.Dependency]) -> Target {
    let fixtures = "Composition/StorageTests/Fixtures"
    let folders =
        ["StorageTests", "StoreToolsTests", "LogStoreToolsTests"].map { "Composition/\($0)" }
        + features.map { "Features/\($0.folder)/StorageTests" }
    return tests("Storage", in: folders, dependencies, exclude: [fixtures])
}

/// A feature of the product: a folder of Sources/Features with a target for each of its parts, so
/// that `AccountRules` is in Accounts/Rules, and a folder of Tests/Features made alike.
struct Feature {
    /// Its name in those of its modules.
    let name: String
    let folder: String
    /// The names of the features that it builds on: that of who calls, and those that it says.
    let known: [String]
    let parts: [String]

    /// Names a feature, its folder where that is not the plural, the others that it builds on, what
    /// it has beside the usual parts, and which of those it has not.
    init(
        _ name: String,
        folder: String? = nil,
        buildsOn others: [String] = [],
        and further: [String] = [],
        without missing: Set<String> = []
    ) {
        self.name = name
        self.folder = folder ?? name + "s"
        known = (name == "Account" ? [] : ["Account"]) + others
        let usual = ["Rules", "Storage", "Service", "Commands", "OperatorCommands"]
        parts = usual.filter { !missing.contains($0) } + further
    }

    /// The targets of some of its parts, as far as it has them.
    func targets(_ chosen: [String]) -> [Target] {
        parts.filter(chosen.contains).map { part in
            placed(library(name + part, Self.madeOf[part, default: []] + dependencies(of: part)))
        }
    }

    /// The targets of tests of its parts, but for those that have a whole service or store around
    /// them.
    var testTargets: [Target] {
        parts.compactMap { part in
            Self.testedWith[part].map { placed(tests(name + part, [own(part)] + $0)) }
        }
    }

    /// What the parts of any feature are made of, beside parts of features.
    static let madeOf: [String: [Target.Dependency]] = [
        "Rules": ["Domain", "Geodesy", "TextFolding", "TextForms"],
        "Storage": [
            "Records", "Domain", "StorageEngine", "ProtobufCoding", "Cryptography", "TextFolding",
            "TextForms",
        ],
        "Service": [
            "Serving", "Domain", "Records", "NoteletAPI", "TTRPC", "ProtobufCoding", "Metrics",
            "Locking",
        ],
        "Client": ["NoteletClient"],
        "Commands": ["PersonCommands", "NoteletClient", "CommandLineInterface", "OperatingSystem"],
        "OperatorCommands": [
            "OperatorCommands", "Domain", "NoteletAPI", "TTRPC", "ProtobufCoding", "Locking",
            "CommandLineInterface", "TextForms",
        ],
    ]

    /// What the parts are tested with that have tests to themselves.
    static let testedWith: [String: [Target.Dependency]] = [
        "Rules": ["RuleTestSupport"],
        "Client": ["NoteletAPI", "ProtobufCoding", "TTRPC", "ClientTestSupport"],
        "Commands": ["CommandLineInterface"],
        "OperatorCommands": ["CommandLineInterface"],
    ]

    /// The parts of features that a part is made of: its own, and those of features known to it.
    private func dependencies(of part: String) -> [Target.Dependency] {
        switch part {
        case "Rules": named("Rules", known)
        case "Storage": named("Rules", known + [name]) + named("Storage", known)
        case "Service": named("Rules", known + [name]) + named("Storage", known + [name])
        case "Commands":
            named("Commands", known) + (parts.contains("Client") ? [own("Client")] : [])
        case "OperatorCommands":
            named("OperatorCommands", known) + named("Rules", known + [name])
        default: []
        }
    }

    private func own(_ part: String) -> Target.Dependency { .byName(name: name + part) }

    private func named(_ part: String, _ features: [String]) -> [Target.Dependency] {
        features.map { $0 + part }.filter(names(ofEach: part).contains)
            .map { .byName(name: $0) }
    }

    /// Puts a target into the folder of the feature.
    private func placed(_ target: Target) -> Target {
        let place = target.type == .test ? "Tests" : "Sources"
        target.path = "\(place)/Features/\(folder)/\(target.name.dropFirst(name.count))"
        return target
    }
}

/// A part of each feature that has it, for what puts the features together.
func each(_ part: String) -> [Target.Dependency] {
    names(ofEach: part).map { .byName(name: $0) }
}

func names(ofEach part: String) -> [String] {
    features.filter { $0.parts.contains(part) }.map { $0.name + part }
}

// The rooms, each of which knows those above it alone.

let systemLibraries = room(
    "Sources/Foundations/C",
    [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"])]
        ),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD",
            pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]
        ),
        .systemLibrary(
            name: "CGnuTLS",
            pkgConfig: "gnutls",
            providers: [.apt(["libgnutls28-dev"])]
        ),
        .systemLibrary(
            name: "CQREncode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"])]
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CXXHash",
            pkgConfig: "libxxhash",
            providers: [.apt(["libxxhash-dev"])]
        ),
    ]
)

/// Each knows one technology and no product word.
let foundations = room(
    "Sources/Foundations",
    [
        library("Locking", settings: guarded),
        library("LMDB", ["CLMDB", "Locking", "OperatingSystem"], settings: guarded),
        library("Cryptography", ["CSodium", "OperatingSystem"], settings: guarded),
        library("Metrics", ["Locking"], settings: guarded),
        library(
            "Networking",
            ["CLinux", "COpenSSL", "Locking", "Metrics", "TextForms"],
            settings: guarded
        ),
        library("HTTP", ["CMicroHTTPD", "CGnuTLS", "Locking", "Networking"], settings: guarded),
        library("Connect", ["TextForms"]),
        library("Compression", ["CZlib"], settings: guarded),
        library("SQLite", ["CSQLite"], settings: guarded),
        library("ProtobufCoding", ["TextForms"], settings: guarded),
        library(
            "TTRPC",
            ["Locking", "Metrics", "Networking", "ProtobufCoding"],
            settings: guarded
        ),
        library("CommandLineInterface", ["Locking", "OperatingSystem", "TextForms"]),
        library("OperatingSystem", ["CLinux", "Locking", "TextForms"]),
        library("Logging", ["Locking", "TextForms"]),
        library("TextForms"),
        library("TextFolding"),
        library("Geodesy"),
    ]
)

/// What clients and server agree on, and what writes it in Swift: `make generate`.
let contract = room(
    "Sources/Contract",
    [
        library("NoteletAPI", ["ProtobufCoding"]),
        library("Domain", ["TextForms"]),
        program("protoc-gen-notelet", ["ProtobufCoding"]),
    ]
)

/// What the product does, feature by feature: the rules, what is kept, and the methods by which
/// they are asked for.
let featureTargets =
    features.flatMap { $0.targets(["Rules", "Storage", "Service"]) }
    + room(
        "Sources/Features",
        [
            library(
                "Serving",
                ["Domain", "AccountRules", "AccountStorage", "Records", "NoteletAPI", "TTRPC"]
                    + ["ProtobufCoding", "Locking", "Metrics", "Cryptography"]
            ),
            library(
                "WebServing",
                ["Serving", "Domain", "NoteletAPI", "HTTP", "Connect", "Compression"]
                    + ["ProtobufCoding", "TTRPC", "Networking", "Locking"]
            ),
        ]
    )

/// What puts the features together: all that is kept, and all that is served.
let composition = room(
    "Sources/Composition",
    [
        library(
            "Storage",
            each("Rules") + each("Storage") + ["Records", "StorageEngine", "ProtobufCoding"]
                + ["Locking", "Cryptography", "OperatingSystem", "TextForms"]
        ),
        library(
            "StoreTools",
            each("Rules") + each("Storage") + ["Storage", "Records", "StorageEngine"]
                + ["ProtobufCoding", "Locking", "Cryptography", "TextFolding", "TextForms"]
        ),
        library(
            "LogStoreTools",
            each("Rules") + each("Storage") + ["StoreTools", "Storage", "Records"]
                + ["StorageEngine", "LogEngine", "LMDB", "Locking", "Cryptography"]
                + ["OperatingSystem", "TextForms"]
        ),
        library(
            "NoteletService",
            ["Serving", "Storage", "LogStoreTools", "Domain", "Cryptography", "NoteletAPI"]
                + each("Rules") + each("Service")
        ),
        pages(
            "NoteletWeb",
            ["WebServing", "Serving", "HTTP", "NoteletAPI", "Domain", "NoteRules", "Compression"]
                + ["Cryptography", "CQREncode", "Connect", "TextForms", "TTRPC", "ProtobufCoding"],
            files: "Assets/Files"
        ),
        program("compose-features", []),
    ]
)

/// What applications, and the programs of people and of operators, are offered of each feature.
let featureCommands = features.flatMap { $0.targets(["Client", "Commands", "OperatorCommands"]) }

/// Where everything is kept.
let store = room(
    "Sources/Store",
    [
        library("StorageEngine", ["CXXHash", "Metrics"], settings: guarded),
        library(
            "LogEngine",
            ["StorageEngine", "CLinux", "LMDB", "Locking", "Metrics", "OperatingSystem"],
            settings: guarded
        ),
        library(
            "Records",
            ["Domain", "StorageEngine", "ProtobufCoding", "Locking", "Cryptography", "TextForms"]
        ),
    ]
)

/// What applications use.
let client = room(
    "Sources/Client",
    [
        library("NoteletInterface"),
        library("NoteletTestSupport", ["NoteletInterface"]),
        library("NoteletRemote", ["NoteletInterface", "NoteletClient"] + each("Client")),
        library(
            "NoteletOffline",
            ["NoteletInterface", "NoteletRemote", "NoteletClient", "ClientTransport"]
                + ["ProtobufCoding", "SQLite"]
        ),
        library("ClientTransport"),
        library("SocketTransport", ["ClientTransport", "TTRPC"]),
        library("WebTransport", ["ClientTransport", "Connect"]),
        library(
            "NoteletClient",
            ["NoteletAPI", "ClientTransport", "ProtobufCoding", "TextForms"]
                + ["WebTransport", onLinux("SocketTransport")]
        ),
        library(
            "NoteletLocalServer",
            ["NoteletClient", "NoteletAPI", "NoteletInterface", "SocketTransport", "TTRPC"]
                + ["NoteletService", "Serving", "Storage", "LogStoreTools", "Domain"]
                + ["AccountRules"]
                + ["Cryptography", "OperatingSystem", "Locking"]
        ),
        library(
            "PersonCommands",
            ["CommandLineInterface", "NoteletClient", "TextForms"]
        ),
        library(
            "OperatorCommands",
            ["CommandLineInterface", "OperatingSystem", "Storage", "StoreTools", "LogStoreTools"]
                + ["Cryptography", "StorageEngine"]
                + ["LogEngine", "LMDB", "Locking", "Domain", "Records", "NoteletAPI", "TTRPC"]
                + ["ProtobufCoding", "TextForms"]
        ),
    ]
)

let programs =
    room(
        "Sources/Programs",
        [
            program(
                "notelet-server",
                ["CommandLineInterface", "HTTP", "Logging", "Metrics", "NoteletService", "Serving"]
                    + ["Storage", "StoreTools", "LogStoreTools", "StorageEngine", "LogEngine"]
                    + ["Locking", "OperatingSystem", "WebServing", "NoteletWeb"]
            ),
            program(
                "notelet-cli",
                ["CommandLineInterface", "NoteletClient", "PersonCommands"] + each("Commands")
            ),
            program(
                "notelet-admin",
                ["CommandLineInterface", "OperatingSystem", "Storage", "StoreTools"]
                    + ["LogStoreTools", "Cryptography"]
                    + ["StorageEngine", "LogEngine", "LMDB", "TextForms", "OperatorCommands"]
                    + each("OperatorCommands")
            ),
            program(
                "notelet-demo",
                ["CommandLineInterface", "OperatingSystem", "NoteletClient", "TTRPC", "Locking"]
                    + ["ProtobufCoding"] + each("Client")
            ),
        ]
    )
    + [
        program(
            "notelet-bench",
            ["CommandLineInterface", "OperatingSystem", "NoteletAPI", "TTRPC", "ProtobufCoding"]
                + ["Networking", "Locking", "Serving", "Storage", "LogStoreTools", "Cryptography"]
                + ["StorageEngine", "LogEngine", "Compression", "CLMDB", "CLinux"]
                + ["NoteletInterface", "NoteletOffline", "NoteletLocalServer"],
            path: "bench",
            exclude: ["README.md", "app-cost", "feature-cost", "peers", "micro", "web"]
        )
    ]

/// The tests of each room, in a room of the same name.
let roomTests =
    room(
        "Tests/Foundations",
        [
            tests("Locking", ["Locking"]),
            tests("TextFolding", ["TextFolding"]),
            tests("Geodesy", ["Geodesy"]),
            tests("TextForms", ["TextForms"]),
            tests("LMDB", ["LMDB", "Locking"]),
            tests("Cryptography", ["Cryptography", "OperatingSystem"]),
            tests("Metrics", ["Metrics", "Locking"]),
            tests("HTTP", ["HTTP", "Locking"]),
            tests("Connect", ["Connect"]),
            tests("Compression", ["Compression"]),
            tests("SQLite", ["SQLite"]),
            tests("Networking", ["Networking", "COpenSSL", "Locking"]),
            tests("ProtobufCoding", ["ProtobufCoding", "TextForms"]),
            tests("TTRPC", ["TTRPC", "Metrics", "Networking", "Locking"]),
            tests("CommandLineInterface", ["CommandLineInterface", "Locking"]),
            tests("OperatingSystem", ["OperatingSystem", "Locking"]),
            tests("Logging", ["Logging", "Locking"]),
        ]
    )
    + room(
        "Tests/Contract",
        [
            tests("NoteletAPI", ["NoteletAPI", "ProtobufCoding", "OperatingSystem", "TextForms"]),
            tests("Domain", ["Domain", "RuleTestSupport"]),
        ]
    )
    + features.flatMap(\.testTargets)
    + room(
        "Tests/Features",
        [
            library(
                "RuleTestSupport",
                ["Serving", "Storage", "LogStoreTools", "Cryptography", "TestSupport"]
            ),
            tests("Serving", ["Serving", "Domain", "Metrics", "Networking"]),
            tests("WebServing", ["WebServing", "Locking"]),
        ]
    )
    + [
        room(
            "Tests/Composition",
            [tests("NoteletWeb", ["NoteletWeb", "WebServing", "Compression"])]
        )[0],
        serviceTests(
            of: features,
            ["NoteletService", "Serving", "NoteletAPI", "Storage", "StoreTools", "LogStoreTools"]
                + ["TTRPC", "ProtobufCoding"]
                + ["Cryptography", "Locking", "Networking", "TextForms"]
                + ["StorageEngine", "LogEngine", "WebServing", "NoteletWeb", "HTTP", "Connect"]
                + ["Compression"]
        ),
        storageTests(
            of: features,
            ["Storage", "StoreTools", "LogStoreTools", "StorageEngine", "LogEngine", "NoteletAPI"]
                + ["ProtobufCoding", "LMDB", "Locking", "Metrics", "Cryptography"]
                + ["EngineTestSupport", "RuleTestSupport"]
        ),
    ]
    + room(
        "Tests/Store",
        [
            tests("Records", ["RuleTestSupport"]),
            library("EngineTestSupport", ["StorageEngine", "LogEngine", "LMDB"]),
            tests("StorageEngine", ["StorageEngine", "EngineTestSupport"]),
            tests(
                "LogEngine",
                ["LogEngine", "StorageEngine", "LMDB", "Locking", "Metrics", "OperatingSystem"]
                    + ["EngineTestSupport", "LogStoreTools", "StoreTools", "Cryptography"]
            ),
        ]
    )
    + room(
        "Tests/Client",
        [
            tests("NoteletInterface", ["NoteletInterface", "NoteletTestSupport"]),
            tests("NoteletTestSupport", ["NoteletTestSupport", "NoteletInterface"]),
            tests("ClientTransport", ["ClientTransport", "TTRPC"]),
            tests(
                "SocketTransport",
                ["SocketTransport", "ClientTransport", "TTRPC", "ClientTestSupport"]
            ),
            tests("WebTransport", ["WebTransport", "ClientTransport", "ClientTestSupport"]),
            tests(
                "NoteletRemote",
                ["NoteletRemote", "NoteletInterface", "NoteletClient", "NoteletAPI", "TTRPC"]
                    + ["ProtobufCoding", "NoteletTestSupport", "ClientTestSupport"]
            ),
            tests(
                "NoteletOffline",
                ["NoteletOffline", "NoteletRemote", "NoteletInterface", "NoteletClient"]
                    + ["NoteletAPI", "ProtobufCoding", "SQLite", "TTRPC", "NoteletTestSupport"]
                    + ["ClientTestSupport"]
            ),
            tests(
                "NoteletClient",
                ["NoteletClient", "NoteletAPI", "ClientTransport", "TTRPC", "ProtobufCoding"]
                    + ["Locking", "ClientTestSupport"]
            ),
            tests(
                "NoteletLocalServer",
                ["NoteletLocalServer", "NoteletClient", "NoteletAPI", "NoteletInterface"]
                    + ["NoteletOffline", "NoteletRemote", "NoteletTestSupport"]
            ),
            library(
                "ClientTestSupport",
                ["NoteletClient", "NoteletAPI", "TTRPC", "ProtobufCoding", "Locking"]
            ),
            tests(
                "PersonCommands",
                ["PersonCommands", "CommandLineInterface", "NoteletClient"]
            ),
            tests(
                "OperatorCommands",
                ["OperatorCommands", "CommandLineInterface", "Domain", "NoteletAPI"]
            ),
        ]
    )
    + room(
        "Tests/Programs",
        [
            tests(
                "Server",
                ["notelet-server", "CommandLineInterface", "HTTP", "Logging", "TTRPC"]
                    + ["Serving", "WebServing", "AccountService"]
            ),
            tests("CLI", ["notelet-cli", "CommandLineInterface"]),
            tests("Admin", ["notelet-admin", "CommandLineInterface"]),
        ]
    )

/// What looks at the whole, and what tests are made of.
let houseTests = room(
    "Tests",
    [
        library("TestSupport", ["COpenSSL", "Locking", "OperatingSystem"]),
        tests(
            "EndToEnd",
            ["NoteletClient", "NoteletAPI", "TTRPC", "ProtobufCoding", "CommandLineInterface"]
                + ["NoteletInterface", "NoteletRemote", "NoteletOffline", "NoteletTestSupport"]
                + ["Cryptography", "Locking", "OperatingSystem", "ClientTestSupport"]
        ),
        tests(
            "Bench",
            ["notelet-bench", "CommandLineInterface", "NoteletAPI", "TTRPC", "ProtobufCoding"]
        ),
        tests("CrashLaboratory", ["notelet-crash"]),
        tests("Deploy"),
        tests("Tidy", ["compose-features"]),
    ]
)

/// Applications as others write them, of which a package of its own is made as well.
let applications = ["notes", "people", "surveys"].map { name in
    program(
        name,
        ["NoteletInterface", "NoteletOffline"],
        path: "Tests/Application/Sources/\(name)"
    )
}

/// The tests of such an application.
let applicationTests: [Target] = [
    .testTarget(
        name: "NotesTests",
        dependencies: [
            "NoteletInterface", "NoteletOffline", "NoteletLocalServer", "NoteletTestSupport",
        ],
        path: "Tests/Application/Tests/NotesTests",
        swiftSettings: strict
    )
]

let laboratories: [Target] = [
    program(
        "notelet-crash",
        ["CommandLineInterface", "OperatingSystem", "Storage", "StoreTools", "LogStoreTools"]
            + ["LMDB", "NoteletAPI"]
            + ["StorageEngine", "LogEngine"]
            + ["ProtobufCoding", "Cryptography", "Locking", "TestSupport"],
        path: "Tests/Crash/Program"
    )
]

/// Coverage-guided fuzzing (`make fuzz`); only there in a build for it.
let fuzzTargets: [Target] =
    sanitizer != "fuzzer"
    ? []
    : [
        .executableTarget(
            name: "fuzzing",
            dependencies: [
                "TTRPC", "ProtobufCoding", "NoteletAPI", "Storage", "StoreTools",
                "LogStoreTools", "Cryptography",
                "LMDB", "CommandLineInterface", "Networking", "HTTP", "TextFolding",
                "StorageEngine", "LogEngine", "TextForms", "Connect", "Compression", "WebServing",
            ],
            path: "Tests/Fuzzing",
            exclude: ["run"],
            swiftSettings: strict
        )
    ]

/// Measuring of single operations (`make microbench`); only there in a build for it, since it looks
/// into the modules as tests do.
let microbenchTargets: [Target] =
    Context.environment["NOTELET_MICROBENCH"] == nil
    ? []
    : [
        .target(name: "CAllocations", path: "bench/micro/CAllocations"),
        program(
            "notelet-microbench",
            [
                "CAllocations", "CommandLineInterface", "TTRPC", "ProtobufCoding", "NoteletAPI",
                "Storage", "LogStoreTools", "Cryptography", "Locking", "StorageEngine",
                "LogEngine",
            ],
            path: "bench/micro",
            exclude: ["CAllocations"]
        ),
    ]

let package = Package(
    name: "notelet",
    // What the client library is written for beside Linux; nothing else here is for these systems.
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(
            name: "NoteletClient",
            targets: ["NoteletClient"] + names(ofEach: "Client")
        ),
        .library(name: "NoteletInterface", targets: ["NoteletInterface"]),
        .library(name: "NoteletTestSupport", targets: ["NoteletTestSupport"]),
        .library(name: "NoteletRemote", targets: ["NoteletRemote"]),
        .library(name: "NoteletOffline", targets: ["NoteletOffline"]),
        .library(name: "NoteletLocalServer", targets: ["NoteletLocalServer"]),
        .library(name: "TTRPC", targets: ["TTRPC"]),
        .executable(name: "notelet-server", targets: ["notelet-server"]),
        .executable(name: "notelet-cli", targets: ["notelet-cli"]),
        .executable(name: "notelet-admin", targets: ["notelet-admin"]),
    ],
    dependencies: [],
    targets: systemLibraries + foundations + contract + store + featureTargets + composition
        + client + featureCommands + programs
        + roomTests + houseTests + applications + applicationTests + laboratories + fuzzTargets
        + microbenchTargets
)
