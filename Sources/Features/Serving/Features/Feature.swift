/// A feature as servers serve it: what is known of it before any server runs, and how it begins.
///
/// A small feature gives its name and its methods, and nothing else. It is named in Package.swift,
/// and in no other place: from there the list of features is written.
package struct Feature: Sendable {
    /// Its name in the contract, such as `notes`.
    package let name: String
    /// Whether a server offers it that is not told what to offer.
    package let isOfferedByDefault: Bool
    /// The names of those without which a server does not offer it, beside the base of all.
    package let needs: [String]
    /// What may be done only so often.
    package let limits: [RateLimit]
    /// Begins to do in one server what the feature does there.
    package let begin: @Sendable (ServiceDependencies) -> FeatureParts

    /// Declares a feature.
    package init(
        _ name: String,
        isOfferedByDefault: Bool,
        needs: [String] = [],
        limits: [RateLimit] = [],
        begin: @escaping @Sendable (ServiceDependencies) -> FeatureParts
    ) {
        self.name = name
        self.isOfferedByDefault = isOfferedByDefault
        self.needs = needs
        self.limits = limits
        self.begin = begin
    }
}

extension [Feature] {
    /// What may be done only so often, with what belongs to no feature.
    package var limits: [RateLimit] { flatMap(\.limits) + [.reserveWrites] }
}
