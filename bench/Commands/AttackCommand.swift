import CommandLineInterface
import Foundation
import Glibc

/// `notelet-bench attack`: what attacks cost a server and its honest clients.
enum AttackCommand {
    static let only = Option<[Attack]>.repeated(
        "only",
        .choice("ATTACK"),
        help: "An attack to try; all without any. May be given several times."
    )
    static let web = Option<Bool>.flag(
        "web",
        help: "Attack the door of HTTP, by which the honest clients come in as well, instead of "
            + "that of frames."
    )
    static let idleConnections = Option<Int>(
        "idle-connections",
        .number(in: 1...11_000),
        default: "10000",
        help: "Connections of the attack idle."
    )
    static let seconds = Option<Int>(
        "seconds",
        .number(in: 1...9),
        default: "5",
        help: "How long each attack lasts; a server ends silent connections after 10 s."
    )
    static let rate = Option<Double>(
        "rate",
        .decimal(in: 1...100_000),
        default: "500",
        help: "Pages of history that honest clients ask for in a second."
    )

    static let command = Command(
        "attack",
        summary: "Measures what attacks cost a server and its honest clients",
        discussion: """
            Starts a server with its limits as they are by default, lets honest clients \
            read pages at a steady rate from 127.0.0.1, first in peace and then under each attack, \
            and says what memory the attack took and what the honest clients noticed. Attackers \
            come from many addresses of 127.0.0.0/8, fewer from each than a server allows. They \
            need processor time too: on a small machine they take it from the server. With --web \
            all of them speak HTTP, the honest ones on connections that they keep.
            """,
        options: [web, only, idleConnections, seconds, rate]
            + StoreOptions.all + TargetOptions.own + [OutputOptions.quiet]
    ) { invocation in
        let doorway: any AttackedDoor.Type = invocation[web] ? HTTPDoor.self : FrameDoor.self
        let chosen = try attacks(invocation, at: doorway)
        raiseFileLimit()
        let interruption = Interruption()
        let progress = OutputOptions.progress(quiet: invocation)
        let certificate = try AttackCertificate()
        defer { withExtendedLifetime(certificate) {} }
        let target = try Target(
            invocation,
            progress,
            serverArguments: doorway.serverArguments(certificatePath: certificate.path)
        )
        defer { target.end() }
        guard let serverProcess = target.serverProcess else { return .refused }
        let door = try doorway.init(of: target, certificatePath: certificate.path)
        let plan = plan(invocation, target, door)
        let peace = try await door.load(
            LoadRun(plan, serverProcess: serverProcess, interruption: interruption)
        )
        let byteCountInPeace = ResidentMemory.byteCount(ofProcess: serverProcess) ?? 0
        var report = AttackReport(peace: peace)
        for attack in chosen where !interruption.hasHappened {
            let trial = AttackTrial(
                attack: attack,
                script: door.script(
                    of: attack,
                    idleCount: invocation[idleConnections],
                    target.population
                ),
                door: door,
                plan: plan,
                serverProcess: serverProcess,
                byteCountInPeace: byteCountInPeace,
                interruption: interruption
            )
            report.append(try await trial.run())
        }
        try TextOutput.standard.write(report.text)
        return interruption.hasHappened ? .interrupted : .success
    }

    /// The attacks that are asked for.
    private static func attacks(
        _ invocation: Invocation,
        at doorway: any AttackedDoor.Type
    ) throws -> [Attack] {
        let chosen = invocation[only]
        if let stranger = chosen.first(where: { !doorway.attacks.contains($0) }) {
            let names = doorway.attacks.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(
                .usage,
                "--only \(stranger.rawValue) is no attack of this door, which has \(names)."
            )
        }
        return chosen.isEmpty ? doorway.attacks : chosen
    }

    private static func plan(
        _ invocation: Invocation,
        _ target: Target,
        _ door: any AttackedDoor
    ) -> LoadPlan {
        var plan = LoadPlan(
            workload: .history,
            address: door.address,
            population: target.population,
            connectionCount: door.honestConnectionCount,
            depth: door.depth,
            callsPerUser: 64,
            contentByteCount: invocation[StoreOptions.contentBytes],
            pageSize: 20,
            idempotency: .keyless,
            threadCount: 1,
            warmUp: .seconds(0),
            duration: .seconds(invocation[seconds]),
            seed: invocation[StoreOptions.seed]
        )
        plan.pace = .openLoop(perSecond: invocation[rate], .poisson)
        return plan
    }

    /// Takes as many open files as the system gives.
    private static func raiseFileLimit() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var files = rlimit()
        getrlimit(resource, &files)
        files.rlim_cur = files.rlim_max
        setrlimit(resource, &files)
    }
}
