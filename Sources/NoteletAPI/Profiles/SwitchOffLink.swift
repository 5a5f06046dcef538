/// The request of `Profiles.SwitchOffLink`.
public struct SwitchOffLinkRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Profiles.SwitchOffLink`.
public struct SwitchOffLinkResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
