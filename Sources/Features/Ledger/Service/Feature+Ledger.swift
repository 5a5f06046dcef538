package import Serving

extension Feature {
    /// The ledger, which operators switch on.
    package static let ledger = Feature("ledger", isOfferedByDefault: false) { _ in
        FeatureParts { _ in [] }
    }
}
