/// The names that declarations of the contract get in Swift.
enum SwiftName {
    /// A field, a oneof or a case: `profile_image_url` as `profileImageURL`.
    static func property(_ name: String) -> String {
        let words = name.split(separator: "_").map(String.init)
        let rest = words.dropFirst().map { initialisms[$0] ?? capitalized($0) }
        return (words.first ?? "") + rest.joined()
    }

    /// The enum of a oneof: `kind` as `Kind`.
    static func type(_ name: String) -> String { capitalized(property(name)) }

    /// A method: `SendToLink` as `sendToLink`.
    static func function(_ name: String) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }

    /// A value of an enum: `PLAN_KIND_FREE` of `PlanKind` as `free`; nil if it has not the prefix
    /// that all of its enum have.
    static func enumValue(_ name: String, of enumName: String) -> String? {
        let prefix = screamingSnakeCase(enumName) + "_"
        guard name.hasPrefix(prefix), name != prefix else { return nil }
        return property(name.dropFirst(prefix.count).lowercased())
    }

    /// A value of an enum without the prefix that all of its enum have, which it is known to have.
    static func withoutPrefix(_ name: String, of enumName: String) -> String {
        String(name.dropFirst(screamingSnakeCase(enumName).count + 1))
    }

    /// The last part of a full name: `.notelet.v1.Contact` as `Contact`.
    static func local(_ fullName: String) -> String {
        String(fullName.split(separator: ".").last ?? "")
    }

    /// The package of a full name: `.notelet.v1.Contact` as `notelet.v1`.
    static func package(_ fullName: String) -> String {
        fullName.split(separator: ".").dropLast().joined(separator: ".")
    }

    private static let initialisms = ["id": "ID", "url": "URL"]

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func screamingSnakeCase(_ name: String) -> String {
        name.reduce(into: "") { result, letter in
            if letter.isUppercase, !result.isEmpty { result += "_" }
            result += letter.uppercased()
        }
    }
}
