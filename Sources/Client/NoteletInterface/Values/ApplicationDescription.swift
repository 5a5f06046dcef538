/// Which application events are of, and on what it runs; nothing in it tells whose it is.
public struct ApplicationDescription: Hashable, Sendable {
    /// The version of the application: a line, of which 64 characters are told.
    public var version: String
    /// What it runs on, such as `iOS 17.4`: a line, of which 64 characters are told.
    public var platform: String

    /// Describes an application.
    ///
    /// - Parameters:
    ///   - version: Its version.
    ///   - platform: What it runs on.
    public init(version: String = "", platform: String = "") {
        self.version = version
        self.platform = platform
    }
}
