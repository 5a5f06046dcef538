// swift-tools-version: 6.2
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

func library(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
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

let systemLibraries: [Target] = [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
        name: "CMicroHTTPD",
        pkgConfig: "libmicrohttpd",
        providers: [.apt(["libmicrohttpd-dev"])]
    ),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
]

let libraries: [Target] = [
    // Foundations: each knows one technology and no product word.
    library("Locking", settings: guarded),
    library("LMDB", ["CLMDB", "Locking", "OperatingSystem"], settings: guarded),
    library("Cryptography", ["CSodium", "OperatingSystem"], settings: guarded),
    library("Metrics", ["Locking"], settings: guarded),
    library("Networking", ["CLinux", "COpenSSL", "Locking", "Metrics"], settings: guarded),
    library("HTTP", ["CMicroHTTPD", "Locking", "Networking"], settings: guarded),
    library("ProtobufCoding", settings: guarded),
    library("TTRPC", ["Locking", "Metrics", "Networking", "ProtobufCoding"], settings: guarded),
    library("CommandLineInterface", ["Locking", "OperatingSystem"]),
    library("OperatingSystem", ["CLinux", "Locking"]),
    library("Logging", ["Locking"]),
    library("TextFolding"),
    // The product.
    library("Domain", ["TextFolding"]),
    library("NoteletAPI", ["ProtobufCoding"]),
    library(
        "Storage",
        ["Domain", "ProtobufCoding", "LMDB", "Locking", "Metrics", "Cryptography", "CXXHash"]
            + ["OperatingSystem", "TextFolding"]
    ),
    library(
        "NoteletService",
        ["Domain", "NoteletAPI", "TTRPC", "Locking", "Metrics", "Cryptography"]
    ),
    library(
        "NoteletClient",
        ["NoteletAPI", "TTRPC", "ProtobufCoding", "Locking", "OperatingSystem"]
    ),
]

let programs: [Target] = [
    program(
        "notelet-server",
        ["CommandLineInterface", "HTTP", "Logging", "Metrics", "NoteletService", "Storage"]
            + ["Locking", "OperatingSystem"]
    ),
    program("notelet-cli", ["CommandLineInterface", "OperatingSystem", "NoteletClient"]),
    program(
        "notelet-admin",
        ["CommandLineInterface", "OperatingSystem", "Storage", "Domain", "Cryptography"]
            + ["LMDB", "Locking", "NoteletAPI", "TTRPC", "ProtobufCoding"]
    ),
    program(
        "notelet-demo",
        [
            "CommandLineInterface", "OperatingSystem", "NoteletClient", "TTRPC", "ProtobufCoding",
            "Locking",
        ]
    ),
    // What makes the contract in Swift of the .proto files: `make generate`.
    program("protoc-gen-notelet", ["ProtobufCoding"]),
    program(
        "notelet-bench",
        [
            "CommandLineInterface", "OperatingSystem", "NoteletAPI", "TTRPC", "ProtobufCoding",
            "Networking",
            "Locking", "NoteletService", "Storage", "Domain", "Cryptography", "CLMDB", "CLinux",
        ],
        path: "bench",
        exclude: ["README.md", "peers", "micro"]
    ),
]

let testTargets: [Target] = [
    .executableTarget(
        name: "notelet-crash",
        dependencies: [
            "CommandLineInterface", "OperatingSystem", "Storage", "LMDB", "Domain", "NoteletAPI",
            "ProtobufCoding", "Cryptography", "Locking", "TestSupport",
        ],
        path: "Tests/Crash/Program",
        swiftSettings: strict
    ),
    .target(
        name: "TestSupport",
        dependencies: ["COpenSSL", "Locking", "OperatingSystem"],
        path: "Tests/TestSupport",
        swiftSettings: strict
    ),
    tests("Locking", ["Locking"]),
    tests("TextFolding", ["TextFolding"]),
    tests("LMDB", ["LMDB", "Locking"]),
    tests("Cryptography", ["Cryptography"]),
    tests("Metrics", ["Metrics", "Locking"]),
    tests("HTTP", ["HTTP", "Locking"]),
    tests("Networking", ["Networking", "COpenSSL", "Locking"]),
    tests("ProtobufCoding", ["ProtobufCoding"]),
    tests("TTRPC", ["TTRPC", "Metrics", "Networking", "Locking"]),
    tests("CommandLineInterface", ["CommandLineInterface", "Locking"]),
    tests("OperatingSystem", ["OperatingSystem", "Locking"]),
    tests("Logging", ["Logging", "Locking"]),
    tests("Domain", ["Domain", "Storage", "NoteletService", "Cryptography"]),
    tests("NoteletAPI", ["NoteletAPI", "ProtobufCoding", "OperatingSystem"]),
    tests(
        "Storage",
        ["Storage", "Domain", "NoteletAPI", "ProtobufCoding", "LMDB", "Locking", "Metrics"]
            + ["Cryptography"],
        exclude: ["Fixtures"]
    ),
    tests(
        "NoteletService",
        ["NoteletService", "NoteletAPI", "Domain", "Storage", "TTRPC", "ProtobufCoding"]
            + ["Cryptography", "Locking", "Networking"]
    ),
    tests(
        "NoteletClient",
        ["NoteletClient", "NoteletAPI", "TTRPC", "ProtobufCoding", "Locking"]
    ),
    tests(
        "EndToEnd",
        ["NoteletClient", "NoteletAPI", "TTRPC", "ProtobufCoding", "CommandLineInterface"]
            + ["Locking"]
    ),
    tests(
        "Bench",
        ["notelet-bench", "CommandLineInterface", "NoteletAPI", "TTRPC", "ProtobufCoding"]
    ),
    tests("Server", ["notelet-server", "CommandLineInterface", "HTTP", "Logging", "TTRPC"]),
    tests("CrashLaboratory", ["notelet-crash"]),
    tests("Deploy"),
    tests("Tidy"),
]

/// Coverage-guided fuzzing (`make fuzz`); only there in a build for it.
let fuzzTargets: [Target] =
    sanitizer != "fuzzer"
    ? []
    : [
        .executableTarget(
            name: "fuzzing",
            dependencies: [
                "TTRPC", "ProtobufCoding", "NoteletAPI", "Domain", "Storage", "Cryptography",
                "LMDB", "CommandLineInterface", "Networking", "HTTP",
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
                "Domain", "Storage", "Cryptography", "Locking",
            ],
            path: "bench/micro",
            exclude: ["CAllocations"]
        ),
    ]

let package = Package(
    name: "notelet",
    products: [
        .library(name: "NoteletClient", targets: ["NoteletClient"]),
        .library(name: "TTRPC", targets: ["TTRPC"]),
        .executable(name: "notelet-server", targets: ["notelet-server"]),
        .executable(name: "notelet-cli", targets: ["notelet-cli"]),
        .executable(name: "notelet-admin", targets: ["notelet-admin"]),
    ],
    dependencies: [],
    targets: systemLibraries + libraries + programs + testTargets + fuzzTargets
        + microbenchTargets
)
