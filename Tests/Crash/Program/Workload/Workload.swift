import Dispatch
import Domain
import Locking
import Storage
import Records

/// Submitters that keep a store busy and note what they know of each operation.
///
/// Each lane submits its operations in their order, and keeps as many under way as its window
/// allows. It goes on behind the last operation that the store holds: what was begun before and is
/// not there is begun again under its old name, and the last few that are there are sent once more,
/// as by a client that lost the reply.
struct Workload: Sendable {
    let seed: UInt64
    let laneCount: Int
    /// Operations that a lane submits at most.
    let operationCountMax: Int
    /// Operations that a lane has under way at most.
    let windowMax: Int
    /// Whether the store is told to keep its house: where it cannot, it tells nobody, and tries
    /// again later.
    let keepsHouse: Bool
    let mutant: Mutant?

    /// A deliberate fault, to see that the check finds it.
    enum Mutant: String, CaseIterable, Sendable {
        /// Operations are noted as acknowledged before they are submitted.
        case early
        /// What is sent once more is done once more.
        case twice
        /// An operation is made in two changes.
        case split
    }

    /// Why a workload had to stop.
    enum Failure: Error {
        case people(DomainError)
        /// An acknowledged operation was not seen by a read that began afterwards.
        case unseen(OperationID)
    }

    /// Operations of a lane between two times that the store is told to keep its house.
    private static let maintenanceInterval = 32

    /// Operations that are sent once more after each start.
    private static let repeatCount = 3

    /// Works on an open store until all operations ended.
    func run(on store: RecordStore, _ journal: Journal, after facts: Facts) throws(Failure) {
        let people = try people(in: store, journal)
        let group = DispatchGroup()
        let failure = Mutex<Failure?>(nil)
        for lane in 0..<laneCount {
            let count = facts.lanes.indices.contains(lane) ? facts.lanes[lane].count : 0
            let queue = DispatchQueue(label: "lane \(lane)")
            queue.async(group: group) {
                do throws(Failure) {
                    let submitter = Submitter(self, lane, people, store, journal)
                    try submitter.run(from: submitter.storedCount(of: count))
                } catch {
                    failure.withLock { $0 = error }
                }
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func people(in store: RecordStore, _ journal: Journal) throws(Failure) -> People {
        do throws(DomainError) {
            let found = try store.read { view throws(DomainError) in
                try People(of: laneCount, in: view)
            }
            if found == nil {
                journal.write(.peopleInvoked)
                let laneCount = laneCount
                try store.writeAndWait { view throws(DomainError) in
                    try People.add(laneCount, to: view)
                }
            }
            journal.write(.peopleAcknowledged)
            let people = try store.read { view throws(DomainError) in
                try People(of: laneCount, in: view)
            }
            guard let people else { throw .dataLoss("people that were just stored") }
            return people
        } catch {
            throw .people(error)
        }
    }

    /// One lane of a workload.
    private struct Submitter: Sendable {
        let workload: Workload
        let lane: Int
        let people: People
        let store: RecordStore
        let journal: Journal
        let places: DispatchSemaphore
        let window: Int
        let last = LastAcknowledged()

        init(
            _ workload: Workload,
            _ lane: Int,
            _ people: People,
            _ store: RecordStore,
            _ journal: Journal
        ) {
            self.workload = workload
            self.lane = lane
            self.people = people
            self.store = store
            self.journal = journal
            window = min(workload.windowMax, [1, 2, 8, 32, 64, 16][lane % 6])
            places = DispatchSemaphore(value: window)
        }

        func operation(_ number: Int) -> Operation {
            Operation(OperationID(lane: lane, number: number), seed: workload.seed)
        }

        /// The number behind the last stored operation, of `count` that were ever begun.
        ///
        /// What is read is as good as acknowledged, and noted so.
        func storedCount(of count: Int) throws(Failure) -> Int {
            for number in (0..<count).reversed() where try isStored(number) {
                journal.write(.acknowledged, OperationID(lane: lane, number: number))
                return number + 1
            }
            return 0
        }

        func run(from start: Int) throws(Failure) {
            for number in max(0, start - Workload.repeatCount)..<start
            where operation(number).isKept {
                submit(operation(number), isRepeated: true)
            }
            for number in start..<(start + workload.operationCountMax) {
                submit(operation(number), isRepeated: false)
                if number % 8 == 7 { try requireLastSeen() }
                // Has passes of cleaning go on meanwhile, which the store is always due for.
                if workload.keepsHouse, number % Workload.maintenanceInterval == 0 {
                    store.maintain()
                }
            }
            for _ in 0..<window { places.wait() }
            for _ in 0..<window { places.signal() }
        }

        private func submit(_ operation: Operation, isRepeated: Bool) {
            places.wait()
            journal.write(.invoked, operation.id)
            let mutant = workload.mutant
            if mutant == .early, operation.isKept { journal.write(.acknowledged, operation.id) }
            if mutant == .split, operation.isKept {
                store.write(.ordinary) { [people] view throws(DomainError) in
                    try operation.keepReply(in: view, people)
                } completion: { _ in
                }
            }
            let isForced = mutant == .split || (mutant == .twice && isRepeated)
            store.write(.ordinary) { [people] view throws(DomainError) in
                if isForced { return try operation.write(to: view, people) }
                _ = try operation.run(in: view, people)
            } completion: { [journal, places, last] result in
                switch result {
                case .success:
                    journal.write(.acknowledged, operation.id)
                    last.set(operation.id.number)
                case .failure(.storeFull): journal.write(.declined, operation.id)
                case .failure: break
                }
                places.signal()
            }
        }

        /// What was acknowledged must be seen by a read that begins afterwards.
        private func requireLastSeen() throws(Failure) {
            guard workload.mutant == nil, let number = last.number else { return }
            if try !isStored(number) { throw .unseen(OperationID(lane: lane, number: number)) }
        }

        private func isStored(_ number: Int) throws(Failure) -> Bool {
            do throws(DomainError) {
                return try store.read { view throws(DomainError) in
                    try operation(number).isStored(in: view, people)
                }
            } catch {
                throw .people(error)
            }
        }
    }
}

/// The operation of a lane that was acknowledged last.
private final class LastAcknowledged: Sendable {
    private let state = Mutex<Int?>(nil)

    var number: Int? { state.withLock { $0 } }

    func set(_ number: Int) { state.withLock { $0 = number } }
}

extension RecordStore {
    /// Makes a change and waits until it is durable.
    func writeAndWait<Value: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Value, DomainError>?>(nil)
        write(.ordinary, body) { result in
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.withLock({ $0 }) else {
            preconditionFailure("A write completes once.")
        }
        return try result.get()
    }
}
