internal import Serving

extension RateLimit {
    /// What accounts let people do only so often.
    static let ofAccounts: [RateLimit] = [
        .signIns, .passwordChecks, .signUps, .guests, .linkLookUps, .linkChanges, .emailChanges,
        .exports,
    ]

    /// People mistype, programs guess.
    static let signIns = RateLimit(
        "Log-ins of one address",
        of: .address,
        10,
        per: .minute,
        option: "sign-ins"
    )
    /// Each answer takes a place where passwords are hashed, which log-ins wait for too.
    static let passwordChecks = RateLimit(
        "Passwords, right or wrong, that are checked for changes, deletions and exports of one "
            + "account",
        of: .account,
        10,
        per: .minute,
        option: "password-checks-per-account"
    )
    /// A household in an evening.
    static let signUps = RateLimit(
        "New accounts of one address",
        of: .address,
        5,
        per: .hour,
        option: "sign-ups"
    )
    /// More than anybody reads.
    ///
    /// Guessing a link is hopeless at any rate; this bounds the work.
    static let linkLookUps = RateLimit(
        "Look-ups of personal links from one address",
        of: .address,
        60,
        per: .minute,
        option: "link-lookups"
    )
    /// Each makes the last one worthless.
    static let linkChanges = RateLimit(
        "New personal links of one account",
        of: .account,
        5,
        per: .day,
        option: "link-changes"
    )
    /// Each, with the right password, tells whether somebody has the address already.
    static let emailChanges = RateLimit(
        "New e-mail addresses of one account, taken or not",
        of: .account,
        5,
        per: .day,
        option: "email-changes"
    )
    /// Each reads all that there is, and one that was interrupted has to begin again.
    static let exports = RateLimit(
        "Exports of one account",
        of: .account,
        3,
        per: .day,
        option: "exports"
    )
}
