import Foundation
import TestSupport
import Testing

/// What puts the features together is written from the features that Package.swift names.
@Suite("Composition")
struct CompositionTests {
    private static let lists = [
        "Sources/Composition/NoteletService/Generated/ServedFeatures.swift",
        "Sources/Composition/Storage/Generated/StoredFeatures.swift",
        "Sources/Programs/notelet-admin/Generated/FeatureCommands.swift",
        "Sources/Programs/notelet-cli/Generated/FeatureCommands.swift",
    ]

    private func compose(_ package: String) async throws -> [String: String] {
        let folder = TemporaryDirectory()
        let run = try await ProgramRun.run(
            ProgramRun.path(ofProduct: "compose-features"),
            [folder.path("")],
            input: package
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        return try Self.lists.reduce(into: [:]) { texts, path in
            texts[path] = try String(contentsOfFile: folder.path(path), encoding: .utf8)
        }
    }

    @Test("The lists of features that are checked in are those of Package.swift")
    func nothingIsStale() async throws {
        let root = Repository.current.root
        let written = try await compose(try await Manifest.dump(root: root))
        for path in Self.lists {
            let checkedIn = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            #expect(written[path] == checkedIn, "\(path) is stale: make generate")
        }
    }

    @Test("A feature stands in the lists of what it has, in the order of the manifest")
    func featuresAreListed() async throws {
        let targets = [
            ("ZebraStorage", "Sources/Features/Zebras/Storage"),
            ("ZebraCommands", "Sources/Features/Zebras/Commands"),
            ("ApeService", "Sources/Features/Apes/Service"),
            ("ApeStorage", "Sources/Features/Apes/Storage"),
            ("Serving", "Sources/Features/Serving"),
            ("ApeCommandsTests", "Tests/Features/Apes/CommandsTests"),
        ].map { name, path in "{\"name\":\"\(name)\",\"path\":\"\(path)\"}" }
        let texts = try await compose("{\"targets\":[\(targets.joined(separator: ","))]}")
        let stored = try #require(texts[Self.lists[1]])
        #expect(stored.contains("import ApeStorage\ninternal import Records\n"))
        #expect(stored.contains("        ofZebras,\n        ofApes,\n"))
        let served = try #require(texts[Self.lists[0]])
        #expect(served.contains(".apes,") && !served.contains("zebras"))
        let offered = try #require(texts[Self.lists[3]])
        #expect(offered.contains("import ZebraCommands") && !offered.contains("Apes"))
    }
}
