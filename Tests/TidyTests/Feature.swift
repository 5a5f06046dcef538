/// A feature of the product, which has a folder of Sources/Features with a module for each part.
struct Feature: Sendable {
    /// Its name in those of its modules, such as `Account` in `AccountRules`.
    let name: String

    /// All of them, each of which knows those before it alone.
    static let all = [accounts, Feature(name: "Note"), Feature(name: "Item")]

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
