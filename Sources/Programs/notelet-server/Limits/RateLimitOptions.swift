import CommandLineInterface
import NoteletService
import Serving

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
    /// One for each limit of rate, in their order.
    static let rates: [Option<Rate?>] = [Feature].all.limits.map { limit in
        let sentences = ["\(limit.subject).", limit.remark]
        return Option<Rate?>(
            limit.option,
            .rate,
            default: limit.rate.description,
            environment: "NOTELET_"
                + limit.option.uppercased().replacing("-", with: "_"),
            help: sentences.filter { !$0.isEmpty }.joined(separator: " ")
        )
    }
    static let sharedAddress = Option<Bool>.flag(
        "shared-address",
        environment: "NOTELET_SHARED_ADDRESS",
        help: "All peers come from one address, as behind a proxy or in a benchmark: limits by "
            + "address do not apply. The proxy has to set them."
    )

    static let all: [any ParameterDeclaration] =
        [
            passwordChecks, passwordQueue, passwordWait, freeSignInFailures, signInDelay,
            signInFailuresPerDay,
        ] + rates.map { $0 as any ParameterDeclaration } + [sharedAddress]
}
