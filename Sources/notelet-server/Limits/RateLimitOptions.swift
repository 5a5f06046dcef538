import CommandLineInterface
import NoteletService

/// How often things may be done that cost much or can be abused.
///
/// What they default to is what `ServiceLimits()` has.
enum RateLimitOptions {
    static let passwordChecks = Option<Int>(
        "password-checks",
        .number(in: 1...1_024),
        default: "2",
        environment: "NOTELET_PASSWORD_CHECKS",
        help: "Passwords that are hashed at once, each in 64 MiB."
    )
    static let passwordQueue = Option<Int>(
        "password-queue",
        .number(in: 0...65_536),
        default: "32",
        environment: "NOTELET_PASSWORD_QUEUE",
        help: "Passwords that may wait to be hashed; the next are refused as busy."
    )
    static let passwordWait = Option<Duration>(
        "password-wait",
        .duration(from: "0s", to: "1h"),
        default: "2s",
        environment: "NOTELET_PASSWORD_WAIT",
        help: "Time that one may wait before it is refused as busy; 0 refuses it at once."
    )
    static let signIns = Option<Rate?>(
        "sign-ins",
        .rate,
        default: "10/min",
        environment: "NOTELET_SIGN_INS",
        help: "Log-ins of one address."
    )
    static let freeSignInFailures = Option<Int>(
        "free-sign-in-failures",
        .number(in: 1...1_000),
        default: "5",
        environment: "NOTELET_FREE_SIGN_IN_FAILURES",
        help: "Wrong passwords for one account after which each further try has to wait, for "
            + "1, 2, 4, ... s."
    )
    static let signInDelay = Option<Duration>(
        "sign-in-delay",
        .duration(from: "1s", to: "7d"),
        default: "15m",
        environment: "NOTELET_SIGN_IN_DELAY",
        help: "The longest of these waits."
    )
    static let signInFailuresPerDay = Option<Int?>(
        "sign-in-failures-per-day",
        .countOrNone,
        default: "100",
        environment: "NOTELET_SIGN_IN_FAILURES_PER_DAY",
        help: "Wrong passwords for one account in a day, after which none is checked, or none "
            + "to check all of them at once. An address from which somebody has signed in to "
            + "it has tries of its own."
    )
    static let passwordChecksPerAccount = Option<Rate?>(
        "password-checks-per-account",
        .rate,
        default: "10/min",
        environment: "NOTELET_PASSWORD_CHECKS_PER_ACCOUNT",
        help: "Passwords, right or wrong, that are checked for changes, deletions and exports of "
            + "one account."
    )
    static let signUps = Option<Rate?>(
        "sign-ups",
        .rate,
        default: "5/h",
        environment: "NOTELET_SIGN_UPS",
        help: "New accounts of one address."
    )
    static let guests = Option<Rate?>(
        "guests",
        .rate,
        default: "30/h",
        environment: "NOTELET_GUESTS",
        help: "New guests of one address. Two are left at once where a guest was blocked or banned."
    )
    static let linkLookUps = Option<Rate?>(
        "link-lookups",
        .rate,
        default: "60/min",
        environment: "NOTELET_LINK_LOOKUPS",
        help: "Look-ups of personal links from one address."
    )
    static let anonymousSends = Option<Rate?>(
        "anonymous-sends",
        .rate,
        default: "10/min",
        environment: "NOTELET_ANONYMOUS_SENDS",
        help: "Anonymous notes from one address, to whomever."
    )
    static let anonymousSendsPerReceiver = Option<Rate?>(
        "anonymous-sends-per-receiver",
        .rate,
        default: "100/day",
        environment: "NOTELET_ANONYMOUS_SENDS_PER_RECEIVER",
        help: "Anonymous notes from one address through one link or contact."
    )
    static let namedSends = Option<Rate?>(
        "named-sends",
        .rate,
        default: "1000/day",
        environment: "NOTELET_NAMED_SENDS",
        help: "Notes of one account under its name, to whomever."
    )
    static let reports = Option<Rate?>(
        "reports",
        .rate,
        default: "100/day",
        environment: "NOTELET_REPORTS",
        help: "Reports of one account."
    )
    static let blocks = Option<Rate?>(
        "blocks",
        .rate,
        default: "1000/day",
        environment: "NOTELET_BLOCKS",
        help: "Blocks of senders by one account."
    )
    static let linkChanges = Option<Rate?>(
        "link-changes",
        .rate,
        default: "5/day",
        environment: "NOTELET_LINK_CHANGES",
        help: "New personal links of one account."
    )
    static let emailChanges = Option<Rate?>(
        "email-changes",
        .rate,
        default: "5/day",
        environment: "NOTELET_EMAIL_CHANGES",
        help: "New e-mail addresses of one account, taken or not."
    )
    static let exports = Option<Rate?>(
        "exports",
        .rate,
        default: "3/day",
        environment: "NOTELET_EXPORTS",
        help: "Exports of one account."
    )
    static let sharedAddress = Option<Bool>.flag(
        "shared-address",
        environment: "NOTELET_SHARED_ADDRESS",
        help: "All peers come from one address, as behind a proxy or in a benchmark: limits by "
            + "address do not apply. The proxy has to set them."
    )

    static let all: [any ParameterDeclaration] = [
        passwordChecks, passwordQueue, passwordWait, signIns, freeSignInFailures, signInDelay,
        signInFailuresPerDay, passwordChecksPerAccount, signUps, guests, linkLookUps,
        anonymousSends, anonymousSendsPerReceiver, namedSends, reports, blocks, linkChanges,
        emailChanges, exports, sharedAddress,
    ]
}
