import Dispatch
import Glibc
import Locking

/// One attack on a server while honest clients go on with their work.
struct AttackTrial: Sendable {
    let attack: Attack
    let script: AttackScript
    /// Where the attackers come, and the honest clients.
    let door: any AttackedDoor
    /// The honest load.
    let plan: LoadPlan
    let serverProcess: Int32
    /// The server's memory before the first attack.
    let byteCountInPeace: Int
    let interruption: Interruption

    /// What came of it.
    struct Result: Sendable {
        let attack: Attack
        /// How many connections the attackers opened.
        let connectionCount: Int
        /// Those of them that nobody had ended when the attack was over.
        let openCount: Int
        /// The server's memory before the first attack, and at most during this one.
        let byteCountInPeace: Int
        let byteCountMax: Int
        /// The honest clients.
        let honest: LoadResult
        /// The longest of some times from a connect to the first answer.
        let connectNanosecondsMax: UInt64
    }

    private static let connectTrialCount = 20

    /// Attacks for as long as the honest load is measured.
    func run() async throws -> Result {
        let watch = AttackWatch(serverProcess)
        watch.start(
            try Attackers(
                script,
                port: door.port(of: script.entrance),
                firstAddress: attack.firstAddress
            )
        )
        let honest: LoadResult
        do {
            honest = try await door.load(
                LoadRun(plan, serverProcess: serverProcess, interruption: interruption)
            )
        } catch {
            _ = watch.end()
            throw error
        }
        let connectNanosecondsMax = try await connectNanosecondsMax()
        let sight = watch.end()
        return Result(
            attack: attack,
            connectionCount: sight.connectionCount,
            openCount: sight.openCount,
            byteCountInPeace: byteCountInPeace,
            byteCountMax: sight.byteCountMax,
            honest: honest,
            connectNanosecondsMax: connectNanosecondsMax
        )
    }

    /// Connects where the attackers do.
    private func connectNanosecondsMax() async throws -> UInt64 {
        var longest: UInt64 = 0
        for _ in 0..<Self.connectTrialCount {
            let start = ContinuousClock.now
            try await door.visit(by: script.entrance)
            let (seconds, attoseconds) = start.duration(to: .now).components
            let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
            longest = max(longest, UInt64(nanoseconds))
        }
        return longest
    }
}

/// A thread that attacks, and looks at the server's memory.
private final class AttackWatch: Sendable {
    private let serverProcess: Int32
    private let isOver = Atomic<Bool>(false)
    private let sight = Mutex(Sight())
    private let hasEnded = DispatchSemaphore(value: 0)

    /// What it saw.
    struct Sight: Sendable {
        /// The most memory that the server had.
        var byteCountMax = 0
        /// How many connections the attackers opened.
        var connectionCount = 0
        /// How many of them were open in the end.
        var openCount = 0
    }

    init(_ serverProcess: Int32) {
        self.serverProcess = serverProcess
    }

    func start(_ attackers: consuming sending Attackers) {
        let box = Mutex<Attackers?>(attackers)
        let held = AttackersBox(box)
        DispatchQueue.global().async { self.run(held) }
    }

    /// Ends the attack.
    func end() -> Sight {
        isOver.store(true, ordering: .relaxed)
        hasEnded.wait()
        return sight.withLock { $0 }
    }

    private func run(_ held: AttackersBox) {
        held.attackers.withLock { attackers in
            guard var running = attackers.take() else { return }
            while !isOver.load(ordering: .relaxed) {
                running.step()
                look()
                usleep(2_000)
            }
            look()
            let (connectionCount, openCount) = (running.openedCount, running.openCount)
            sight.withLock { sight in
                sight.connectionCount = connectionCount
                sight.openCount = openCount
            }
        }
        hasEnded.signal()
    }

    private func look() {
        let byteCount = ResidentMemory.byteCount(ofProcess: serverProcess) ?? 0
        sight.withLock { $0.byteCountMax = max($0.byteCountMax, byteCount) }
    }
}

/// Attackers on their way to their thread.
private final class AttackersBox: Sendable {
    let attackers: Mutex<Attackers?>

    init(_ attackers: consuming Mutex<Attackers?>) {
        self.attackers = attackers
    }
}
