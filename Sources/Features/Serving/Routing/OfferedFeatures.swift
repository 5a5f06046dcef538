package import Domain
package import NoteletAPI

/// Which features a server offers: calls of the others are refused, and all else goes on as ever.
package struct OfferedFeatures: Hashable, Sendable {
    /// Their names, in the order of the features.
    package let names: [String]

    /// The feature that each server offers, since the others need it.
    package static let base = "accounts"

    /// Every one of the features.
    package init(allOf features: [Feature]) {
        self.init(names: features.map(\.name))
    }

    /// Those that are offered where nobody says which.
    package init(byDefaultOf features: [Feature]) {
        self.init(names: features.filter(\.isOfferedByDefault).map(\.name))
    }

    private init(names: [String]) {
        self.names = names
    }

    /// What is wrong with a list of names.
    package enum Problem: Error, Equatable {
        /// No feature has this name.
        case unknown(String)
        /// The base is not among them.
        case withoutBase
        /// One of them needs another one, which is not among them.
        case lacking(String, of: String)
    }

    /// Reads a list of names of features.
    package init(_ named: [String], among features: [Feature]) throws(Problem) {
        let known = features.map(\.name)
        if let stranger = named.first(where: { !known.contains($0) }) { throw .unknown(stranger) }
        guard named.contains(OfferedFeatures.base) else { throw .withoutBase }
        for feature in features where named.contains(feature.name) {
            let missing = feature.needs.first { !named.contains($0) }
            if let missing { throw .lacking(missing, of: feature.name) }
        }
        self.init(names: known.filter(named.contains))
    }

    /// Why a method is not served; nil for one that is.
    package func refusal(of method: MethodSummary) -> DomainError? {
        method.feature.isEmpty ? nil : refusal(ofFeature: method.feature)
    }

    /// Why nothing of a feature is served; nil for one that is offered.
    func refusal(ofFeature name: String) -> DomainError? {
        names.contains(name) ? nil : .refused(.featureOff(feature: name))
    }
}
