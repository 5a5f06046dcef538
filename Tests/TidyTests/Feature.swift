/// A feature of the product, which has a folder of Sources/Features with a module for each part.
struct Feature: Sendable {
    /// Its name in those of its modules, such as `Account` in `AccountRules`.
    let name: String
    /// Its folder in Sources/Features.
    let folder: String

    /// All of them in the order in which Package.swift names them, each of which knows those before
    /// it alone.
    static let all: [Feature] = {
        let manifest = SourceFile(path: "Package.swift", root: Repository.current.root)
        return listed(in: manifest?.lines.joined(separator: "\n") ?? "")
    }()

    /// What a manifest gives to `Feature`, each name once.
    static func listed(in manifest: String) -> [Feature] {
        let mention = /\bFeature\(\s*"(\w+)"(?:,\s*folder: "(\w+)")?/
        return manifest.matches(of: mention).reduce(into: []) { features, match in
            let name = String(match.1)
            guard !features.contains(where: { $0.name == name }) else { return }
            features.append(Feature(name: name, folder: match.2.map(String.init)))
        }
    }

    /// That of who calls, which all others need.
    static let accounts = Feature(name: "Account")

    /// Those before it.
    var below: [Feature] { Array(Self.all.prefix { $0.name != name }) }

    private init(name: String, folder: String? = nil) {
        self.name = name
        self.folder = folder ?? name + "s"
    }

    /// The feature of a folder; nil for what all features share.
    init?(folder: String) {
        guard let feature = Self.all.first(where: { $0.folder == folder }) else { return nil }
        self = feature
    }
}
