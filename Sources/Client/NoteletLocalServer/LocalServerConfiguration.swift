public import NoteletInterface

/// How a local server differs from one that people reach.
public struct LocalServerConfiguration: Sendable {
    /// Where the server, and the clients that it makes, take the time from: a test may move it, by
    /// `FakeClock` for example.
    public var dateClient: DateClient

    /// What hashing a password costs.
    public var passwordCost = PasswordCost.least

    /// What may be done only so often.
    public var rates = Rates.ofAccounts

    /// What is offered, by the names that `--features` knows; nil for all that there is.
    public var features: [String]?

    /// What hashing a password costs.
    public enum PasswordCost: Hashable, Sendable {
        /// Next to nothing: where tests sign up and log in, and nobody's password is at stake.
        case least
        /// As much as at a server: 64 MiB, and some tens of milliseconds.
        case ofServer
    }

    /// What may be done only so often.
    public enum Rates: Hashable, Sendable {
        /// What each account may; what is limited by address is not, for all people of a test are
        /// at one.
        case ofAccounts
        /// Everything may be done as often as anybody likes, wrong passwords included.
        case unlimited
    }

    /// Creates the configuration with its defaults.
    ///
    /// - Parameter dateClient: Where the time is taken from; an application takes it from its own
    ///   configuration.
    public init(dateClient: DateClient = .live) {
        self.dateClient = dateClient
    }
}
