import NoteletAPI

extension ServiceDescriptor {
    /// The methods of what all features share, of accounts and of notes; those of a further feature
    /// are tested where it is.
    static let commonMethods = allMethods.filter { $0.service.hasPrefix("notelet.v1.") }
}
