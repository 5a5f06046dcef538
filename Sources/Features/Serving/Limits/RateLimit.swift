/// What may be done only so often, for it costs much or can be abused.
///
/// A limit is declared here and nowhere else: the gates of the service, the options of the server
/// and their help follow from it, and a test holds the table of PROTOCOL.md to it. Limits by
/// address count an IPv6 network of 64 bits as one, and all peers of Unix sockets too.
package enum RateLimit: Int, CaseIterable, Sendable {
    /// People mistype, programs guess.
    case signIns
    /// Each answer takes a place where passwords are hashed, which log-ins wait for too.
    case passwordChecks
    /// A household in an evening.
    case signUps
    /// A class that follows a link on the blackboard.
    case guests
    /// More than anybody reads. Guessing a link is hopeless at any rate; this bounds the work.
    case linkLookUps
    /// As fast as people write.
    case anonymousSends
    /// Nobody's inbox is flooded.
    case anonymousSendsToReceiver
    /// More than anybody writes, and with the longest of them 8 MiB of the store.
    case namedSends
    /// Each keeps a copy of the note for good, with as long a detail.
    case reports
    /// Each is an entry of the feed for good.
    case blocks
    /// Each makes the last one worthless.
    case linkChanges
    /// Each, with the right password, tells whether somebody has the address already.
    case emailChanges
    /// Each reads all that there is, and one that was interrupted has to begin again.
    case exports
    /// Enough to clear up, and each leaves a kept reply of some hundred bytes.
    case reserveWrites

    /// Whose doings are counted together.
    package enum Doer: Sendable {
        /// Whoever comes from one address, since they are nobody yet or must not be known.
        case address
        /// Who is signed in.
        case account
    }

    /// What is to be said of a limit.
    package struct Declaration: Sendable {
        /// What is limited, as the beginning of a sentence.
        package let subject: String
        /// What else whoever sets it should know; empty for nothing.
        package let remark: String
        /// Whose doings are counted together.
        package let doer: Doer
        /// How often, where nobody sets another rate; it suits a server that people reach without a
        /// proxy.
        package let rate: Rate
        /// The name of the server's option.
        package let option: String

        fileprivate init(
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

    /// What is limited, how often, and what it is called.
    package var declaration: Declaration {
        switch self {
        case .signIns:
            .init("Log-ins of one address", of: .address, 10, per: .minute, option: "sign-ins")
        case .passwordChecks:
            .init(
                "Passwords, right or wrong, that are checked for changes, deletions and exports "
                    + "of one account",
                of: .account,
                10,
                per: .minute,
                option: "password-checks-per-account"
            )
        case .signUps:
            .init("New accounts of one address", of: .address, 5, per: .hour, option: "sign-ups")
        case .guests:
            .init(
                "New guests of one address",
                of: .address,
                30,
                per: .hour,
                option: "guests",
                remark: "Two are left at once where a guest was blocked or banned."
            )
        case .linkLookUps:
            .init(
                "Look-ups of personal links from one address",
                of: .address,
                60,
                per: .minute,
                option: "link-lookups"
            )
        case .anonymousSends:
            .init(
                "Anonymous notes from one address, to whomever",
                of: .address,
                10,
                per: .minute,
                option: "anonymous-sends"
            )
        case .anonymousSendsToReceiver:
            .init(
                "Anonymous notes from one address through one link or contact",
                of: .address,
                100,
                per: .day,
                option: "anonymous-sends-per-receiver"
            )
        case .namedSends:
            .init(
                "Notes of one account under its name, to whomever",
                of: .account,
                1_000,
                per: .day,
                option: "named-sends"
            )
        case .reports:
            .init("Reports of one account", of: .account, 100, per: .day, option: "reports")
        case .blocks:
            .init(
                "Blocks of senders by one account, taken back or not",
                of: .account,
                1_000,
                per: .day,
                option: "blocks"
            )
        case .linkChanges:
            .init(
                "New personal links of one account",
                of: .account,
                5,
                per: .day,
                option: "link-changes"
            )
        case .emailChanges:
            .init(
                "New e-mail addresses of one account, taken or not",
                of: .account,
                5,
                per: .day,
                option: "email-changes"
            )
        case .exports:
            .init("Exports of one account", of: .account, 3, per: .day, option: "exports")
        case .reserveWrites:
            .init(
                "Changes of one account, or of one address where nobody is signed in, while the "
                    + "store is full",
                of: .account,
                600,
                per: .hour,
                option: "reserve-writes"
            )
        }
    }
}
