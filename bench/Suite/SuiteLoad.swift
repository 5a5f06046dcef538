import TTRPC

/// A load of the standard benchmark.
struct SuiteLoad: Sendable {
    let workload: Workload
    let connectionCount: Int
    let depth: Int
    let pageSize: Int
    let idempotency: LoadPlan.Idempotency
    /// Calls that a connection makes for one user before it speaks for another.
    var callsPerUser = 64
    var pace = LoadPlan.Pace.closedLoop
    /// Whether it goes on until what passes only after a while has passed.
    var isSustained = false
    /// Who is watched while notes are sent to them.
    var watch: LoadPlan.Watch?

    /// What of the rate that was sustained an open loop asks for.
    static let openLoopShare = 0.8
    /// How many watchers a watched user has.
    static let watchersPerUser = 100
    /// Sends to watched users: with their watchers 52,000 deliveries, which two processors manage.
    static let watchedSendsPerSecond = 520

    /// Many at a time.
    static func many(
        _ workload: Workload,
        pageSize: Int = 50,
        _ idempotency: LoadPlan.Idempotency = .keyless
    ) -> SuiteLoad {
        SuiteLoad(
            workload: workload,
            connectionCount: 32,
            depth: 16,
            pageSize: pageSize,
            idempotency: idempotency
        )
    }

    /// Many at a time, each of another user: what a gateway or a crowd sends.
    static func byMany(_ workload: Workload, pageSize: Int = 50) -> SuiteLoad {
        var load = many(workload, pageSize: pageSize)
        load.callsPerUser = 1
        return load
    }

    /// As many over connections of their own, one at a time each.
    static var sendsOverMany: SuiteLoad {
        SuiteLoad(
            workload: .send,
            connectionCount: 1_000,
            depth: 1,
            pageSize: 50,
            idempotency: .keyless,
            callsPerUser: 1
        )
    }

    /// One at a time.
    static func alone(_ workload: Workload) -> SuiteLoad {
        SuiteLoad(
            workload: workload,
            connectionCount: 1,
            depth: 1,
            pageSize: 50,
            idempotency: .keyless
        )
    }

    /// Sends at full rate, for longer.
    static var sustainedSends: SuiteLoad {
        var load = many(.send)
        load.isSustained = true
        return load
    }

    /// Sends as people come, so many a second, as long as those at full rate.
    static func openLoop(sendsPerSecond: Double) -> SuiteLoad {
        var load = sustainedSends
        load.pace = .openLoop(perSecond: sendsPerSecond, .poisson)
        return load
    }

    /// Sends as people come to users whom others watch, the same number for however many.
    static func watched(userCount: Int) -> SuiteLoad {
        var load = many(.watch)
        load.pace = .openLoop(perSecond: Double(watchedSendsPerSecond), .poisson)
        load.isSustained = true
        load.watch = LoadPlan.Watch(
            watcherCount: userCount * watchersPerUser,
            watchedUserCount: userCount
        )
        return load
    }

    /// The load as the load threads take it.
    func plan(
        _ settings: SuiteSettings,
        on address: Address,
        _ population: Population
    ) -> LoadPlan {
        var plan = LoadPlan(
            workload: workload,
            address: address,
            population: population,
            connectionCount: connectionCount,
            depth: depth,
            callsPerUser: callsPerUser,
            contentByteCount: settings.contentByteCount,
            pageSize: pageSize,
            idempotency: idempotency,
            threadCount: 2,
            warmUp: SuiteSettings.warmUp,
            duration: .seconds(isSustained ? settings.sustainedSeconds : settings.seconds),
            seed: settings.plan.seed
        )
        plan.pace = pace
        plan.watch = watch
        return plan
    }
}
