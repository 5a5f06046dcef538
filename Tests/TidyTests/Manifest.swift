import Foundation
import TestSupport

/// What Package.swift declares, as the package manager reads it.
struct Manifest: Decodable {
    let targets: [Target]

    struct Target: Decodable {
        let name: String
        let path: String?
        /// What of the folder belongs to it; nil for all.
        let sources: [String]?
        let type: String
        let dependencies: [Dependency]

        /// The folder that holds the target's files, below the root.
        var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }

        /// Whether a file is one of the target's.
        func holds(_ path: String) -> Bool {
            let folders = sources.map { $0.map { "\(folder)/\($0)/" } } ?? [folder + "/"]
            return folders.contains { path.hasPrefix($0) }
        }

        /// The name of the target as sources import it.
        var module: String { name.replacing("-", with: "_") }
    }

    /// A dependency by name: an object of one entry, whose array begins with the name.
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
            name = kinds.values.first?.first?.text ?? ""
        }

        private struct Part: Decodable {
            let text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }
    }

    /// Reads the manifest of a package.
    static func read(root: URL) async throws -> Manifest {
        try JSONDecoder().decode(Manifest.self, from: Data(try await dump(root: root).utf8))
    }

    /// A package as the package manager dumps it.
    static func dump(root: URL) async throws -> String {
        let scratch = TemporaryDirectory()
        let places = ["--package-path", root.path, "--scratch-path", scratch.path("build")]
        let run = try await ProgramRun.run(
            "/usr/bin/env",
            ["swift", "package"] + places + ["dump-package"],
            environment: ["HOME": scratch.path("home")],
            within: Patience.limit * 5
        )
        return run.output
    }

    /// The modules that are built before a target is: what it depends on, and what that does.
    func modulesBuilt(before target: Target) -> Set<String> {
        let byName = [String: Target](targets.map { ($0.name, $0) }) { first, _ in first }
        var reached: Set<String> = []
        var waiting = target.dependencies.map(\.name)
        while let name = waiting.popLast() {
            guard let next = byName[name], reached.insert(next.module).inserted else { continue }
            waiting += next.dependencies.map(\.name)
        }
        return reached
    }
}
