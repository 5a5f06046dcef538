import CommandLineInterface

/// The options that say what load is made.
enum LoadOptions {
    static let workload = Option<Workload>(
        "workload",
        .choice("WORKLOAD"),
        default: "mixed",
        help: "send: notes to personal links; history: the newest page of what a user received; "
            + "mixed: 80 % history, 20 % send; watch: sends to users whose changes others watch "
            + "live; sign-in: log-ins with a password."
    )
    static let connections = Option<Int?>.optional(
        "connections",
        .number(in: 1...10_000),
        help: "Connections that make calls; 32, for watch 8, for sign-in 4."
    )
    static let depth = Option<Int?>.optional(
        "depth",
        .number(in: 1...10_000),
        help: "Calls under way on each connection, at most; 16, for watch and sign-in 1."
    )
    static let threads = count("threads", 1...64, "2", "Threads that make the load.")
    static let seconds = count(
        "seconds",
        1...800,
        "10",
        "How long to measure; access tokens last 15 minutes in all."
    )
    static let warmUp = count("warm-up", 0...90, "2", "Seconds of load before that.")
    static let arrivals = Option<ArrivalSchedule.Arrivals>(
        "arrivals",
        .choice("ARRIVALS"),
        default: "poisson",
        help: "How the calls of an open loop are spread: as people come, or at equal distances."
    )
    static let receivers = Option<Receivers.Choice>(
        "receivers",
        .choice("LAW"),
        default: "uniform",
        help: "Who is written to, and whose history is read: all alike, or few much."
    )
    static let zipfExponent = Option<Double>(
        "zipf-exponent",
        .decimal(in: 0.1...5),
        default: "1",
        help: "How steep the law of Zipf is."
    )
    static let callsPerUser = count(
        "calls-per-user",
        1...Int.max,
        "64",
        "Calls that a connection makes for one user before it speaks for another."
    )
    static let pageSize = Option<Int?>.optional(
        "page-size",
        .number(in: 1...500),
        help: "Notes of a page at most; 50, in the mixed workload 20."
    )
    static let keys = Option<Bool>.flag(
        "keys",
        help: "Send each note with an idempotency key, as clients do."
    )
    static let watchers = count("watchers", 1...10_000, "100", "Live streams of watch in all.")
    static let watchedUsers = count(
        "watched-users",
        1...10_000,
        "1",
        "Users that the streams watch, in turn, and that all notes of watch go to."
    )
    static let verify = Option<Bool>.flag(
        "verify",
        help: "Compare every answer with a model, and look for every acknowledged note at the end; "
            + "nobody else may write to the users meanwhile. Costs the tool much time."
    )

    /// What load, in groups: how much and how long, for whom, watched by whom.
    static let all: [any ParameterDeclaration] =
        [workload, connections, depth, threads, seconds, warmUp, arrivals]
        + [receivers, zipfExponent, callsPerUser, pageSize, keys]
        + [watchers, watchedUsers, verify]

    /// The load that the options ask for, in a closed loop.
    static func plan(_ invocation: Invocation, _ target: Target) throws -> LoadPlan {
        let workload = invocation[workload]
        var plan = LoadPlan(
            workload: workload,
            address: target.address,
            population: target.population,
            connectionCount: invocation[connections] ?? workload.standardConnectionCount,
            depth: invocation[depth] ?? workload.standardDepth,
            callsPerUser: invocation[callsPerUser],
            contentByteCount: invocation[StoreOptions.contentBytes],
            pageSize: invocation[pageSize] ?? workload.standardPageSize,
            idempotency: invocation[keys] ? .keyed : .keyless,
            threadCount: invocation[threads],
            warmUp: .seconds(invocation[warmUp]),
            duration: .seconds(invocation[seconds]),
            seed: invocation[StoreOptions.seed]
        )
        plan.receivers = invocation[receivers]
        plan.zipfExponent = invocation[zipfExponent]
        plan.verification = invocation[verify] ? .full : .none
        plan.watch = try watch(invocation, target.population)
        plan.textCorpus = try StoreOptions.textCorpus(invocation)
        if plan.isStamped, plan.textCorpus == nil, plan.contentByteCount <= Stamp.byteCount {
            throw CommandFailure(
                .usage,
                "--content-bytes must be more than \(Stamp.byteCount) for watch and --verify: "
                    + "each note bears a stamp of that length."
            )
        }
        return plan
    }

    private static func watch(
        _ invocation: Invocation,
        _ population: Population
    ) throws -> LoadPlan.Watch? {
        guard invocation[workload] == .watch else { return nil }
        let watch = LoadPlan.Watch(
            watcherCount: invocation[watchers],
            watchedUserCount: invocation[watchedUsers]
        )
        guard watch.watchedUserCount < population.users.count else {
            throw CommandFailure(.usage, "--watched-users must leave users over who send.")
        }
        guard watch.watchedUserCount <= watch.watcherCount else {
            throw CommandFailure(.usage, "--watched-users cannot be more than --watchers.")
        }
        return watch
    }

    private static func count(
        _ name: String,
        _ range: ClosedRange<Int>,
        _ standard: String,
        _ help: String
    ) -> Option<Int> {
        Option(name, .number(in: range), default: standard, help: help)
    }
}
