/// A feature of the product, which has a folder of Sources/Features with a module for each part.
struct Feature: Sendable {
    /// Its name in those of its modules, such as `Account` in `AccountRules`.
    let name: String

    /// All of them in the order in which Package.swift names them, each of which knows those before
    /// it alone.
    static let all: [Feature] = {
        let manifest = SourceFile(path: "Package.swift", root: Repository.current.root)
        return names(in: manifest?.lines.joined(separator: "\n") ?? "").map { Feature(name: $0) }
    }()

    /// The names that a manifest gives to `Feature`, each once.
    static func names(in manifest: String) -> [String] {
        manifest.matches(of: /\bFeature\(\s*"(\w+)"/).reduce(into: []) { names, match in
            let name = String(match.1)
            if !names.contains(name) { names.append(name) }
        }
    }

    /// That of who calls, which all others need.
    static let accounts = Feature(name: "Account")

    /// The folder in Sources/Features.
    var folder: String { name + "s" }

    /// Those before it.
    var below: [Feature] { Array(Self.all.prefix { $0.name != name }) }

    private init(name: String) {
        self.name = name
    }

    /// The feature of a folder; nil for what all features share.
    init?(folder: String) {
        guard let feature = Self.all.first(where: { $0.folder == folder }) else { return nil }
        self = feature
    }
}
