// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: the newest language rules, and no warning left standing.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Settings of the targets that touch raw memory: there each unsafe expression says so.
let guarded = strict + [.strictMemorySafety()]

func library(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: path == nil ? [] : ["README.md"],
        swiftSettings: strict
    )
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: dependencies + [.target(name: "TestSupport")],
        swiftSettings: strict
    )
}

let systemLibraries: [Target] = [
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
]

let libraries: [Target] = [
    // Foundations: each knows one technology and no product word.
    library("LMDB", ["CLMDB"], settings: guarded),
    library("Cryptography", ["CSodium"], settings: guarded),
    library("Networking", ["CLinux"], settings: guarded),
    library("ProtobufCoding", settings: guarded),
    library("TTRPC", ["Networking", "ProtobufCoding"], settings: guarded),
    library("CommandLineInterface"),
    // The product.
    library("Domain"),
    library("NoteletAPI", ["ProtobufCoding"]),
    library("Storage", ["Domain", "NoteletAPI", "LMDB", "Cryptography", "CXXHash"]),
    library("NoteletService", ["Domain", "NoteletAPI", "TTRPC", "Cryptography"]),
    library("NoteletClient", ["NoteletAPI", "TTRPC"]),
]

let programs: [Target] = [
    program("notelet-server", ["CommandLineInterface", "NoteletService", "Storage"]),
    program("notelet-cli", ["CommandLineInterface", "NoteletClient"]),
    program("notelet-demo", ["CommandLineInterface", "NoteletClient"]),
    program("notelet-bench", ["CommandLineInterface", "NoteletClient"], path: "bench"),
]

let testTargets: [Target] = [
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests("LMDB", ["LMDB"]),
    tests("Cryptography", ["Cryptography"]),
    tests("Networking", ["Networking"]),
    tests("ProtobufCoding", ["ProtobufCoding"]),
    tests("TTRPC", ["TTRPC"]),
    tests("CommandLineInterface", ["CommandLineInterface"]),
    tests("Domain", ["Domain"]),
    tests("NoteletAPI", ["NoteletAPI", "ProtobufCoding"]),
    tests("Storage", ["Storage", "Domain", "LMDB", "Cryptography"]),
    tests("NoteletService", ["NoteletService", "NoteletAPI", "Domain", "Storage"]),
    tests("NoteletClient", ["NoteletClient"]),
    tests("EndToEnd", ["NoteletClient", "NoteletAPI", "TTRPC", "ProtobufCoding"]),
    tests("Tidy"),
]

let package = Package(
    name: "notelet",
    products: [
        .library(name: "NoteletClient", targets: ["NoteletClient"]),
        .library(name: "TTRPC", targets: ["TTRPC"]),
        .executable(name: "notelet-server", targets: ["notelet-server"]),
        .executable(name: "notelet-cli", targets: ["notelet-cli"]),
    ],
    dependencies: [],
    targets: systemLibraries + libraries + programs + testTargets
)
