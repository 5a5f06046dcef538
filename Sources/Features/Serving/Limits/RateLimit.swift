/// What may be done only so often, for it costs much or can be abused.
///
/// A limit is declared by its feature and nowhere else: the gates of the service, the options of
/// the server and their help follow from it, and a test holds the table of PROTOCOL.md to it.
/// Limits by address count an IPv6 network of 64 bits as one, and all peers of Unix sockets too.
package struct RateLimit: Sendable {
    /// What is limited, as the beginning of a sentence.
    package let subject: String
    /// What else whoever sets it should know; empty for nothing.
    package let remark: String
    /// Whose doings are counted together.
    package let doer: Doer
    /// How often, where nobody sets another rate; it suits a server that people reach without a
    /// proxy.
    package let rate: Rate
    /// The name of the server's option, which no other limit has.
    package let option: String

    /// Whose doings are counted together.
    package enum Doer: Sendable {
        /// Whoever comes from one address, since they are nobody yet or must not be known.
        case address
        /// Who is signed in.
        case account
    }

    /// Declares a limit of `count` a period.
    package init(
        _ subject: String,
        of doer: Doer,
        _ count: Int,
        per period: Rate.Period,
        option: String,
        remark: String = ""
    ) {
        self.subject = subject
        self.remark = remark
        self.doer = doer
        rate = Rate(of: count, per: period)
        self.option = option
    }
}

extension RateLimit: Hashable {
    /// Whether they are one limit: the option tells.
    package static func == (left: RateLimit, right: RateLimit) -> Bool {
        left.option == right.option
    }

    /// Hashes the option.
    package func hash(into hasher: inout Hasher) { hasher.combine(option) }
}

extension RateLimit {
    /// A class that follows a link on the blackboard.
    ///
    /// Accounts pass it, and features that have to do with guests leave fewer to some addresses.
    package static let guests = RateLimit(
        "New guests of one address",
        of: .address,
        30,
        per: .hour,
        option: "guests",
        remark: "Two are left at once where a guest was blocked or banned."
    )
    /// Enough to clear up, and each leaves a kept reply of some hundred bytes.
    static let reserveWrites = RateLimit(
        "Changes of one account, or of one address where nobody is signed in, while the store is "
            + "full",
        of: .account,
        600,
        per: .hour,
        option: "reserve-writes"
    )
}
