internal import AccountStorage
internal import Locking
internal import NoteStorage
internal import OperatingSystem
internal import Records

/// The files into which an open store writes whom it deleted.
///
/// A deletion is durable with its batch of the log; the files follow before it is acknowledged. One
/// that cannot be written, for its disk is full, gets what it lacks later, or at the next start:
/// until then it is told of.
final class ErasureList: Sendable {
    let files: [ErasureFile]
    private let state: Mutex<State>

    private struct State {
        /// What each file lacks.
        var owed: [Debt]
        /// Why a file could not be written when that was tried last.
        var reason: String?
        var observer: (@Sendable (ErasureNews) -> Void)?
    }

    /// What a file is to get.
    private enum Debt {
        /// These marks, behind those that it has.
        case more([ErasureMark])
        /// These marks, in place of what it has.
        case all(Set<ErasureMark>)

        var isEmpty: Bool { if case .more(let marks) = self { marks.isEmpty } else { false } }

        mutating func add(_ marks: [ErasureMark]) {
            switch self {
            case .more(let earlier): self = .more(earlier + marks)
            case .all(let earlier): self = .all(earlier.union(marks))
            }
        }
    }

    init(_ files: [ErasureFile]) {
        self.files = files
        state = Mutex(State(owed: files.map { _ in .more([]) }))
    }

    /// Files that lack something.
    var behindCount: Int { state.withLock { $0.owed.count { !$0.isEmpty } } }

    /// Replaces an earlier observer, who is told when a file cannot be written, and when each is
    /// whole again; at once, if one cannot be already.
    func observe(_ observer: @escaping @Sendable (ErasureNews) -> Void) {
        let reason = state.withLock { state in
            state.observer = observer
            return state.reason
        }
        if let reason { observer(.failing(reason: reason)) }
    }

    /// Writes marks to all files, and what they lacked before.
    func append(_ marks: [ErasureMark]) {
        pay { owed in for index in owed.indices { owed[index].add(marks) } }
    }

    /// Writes exactly these marks to a file, in place of what is there.
    func replace(_ index: Int, by marks: Set<ErasureMark>) {
        pay { $0[index] = .all(marks) }
    }

    /// Tries again what could not be written.
    func retry() { pay { _ in } }

    /// Adds to what is owed, writes it, and tells when that begins or ends to fail.
    private func pay(_ add: (inout [Debt]) -> Void) {
        let news = state.withLock { state -> (ErasureNews, (@Sendable (ErasureNews) -> Void)?)? in
            add(&state.owed)
            var reason: String?
            for (index, file) in files.enumerated() where !state.owed[index].isEmpty {
                do throws(SystemError) {
                    switch state.owed[index] {
                    case .more(let marks): try file.append(marks)
                    case .all(let marks): try file.replace(by: marks)
                    }
                    state.owed[index] = .more([])
                } catch {
                    reason = reason ?? "\(file.path): \(error)."
                }
            }
            defer { state.reason = reason }
            guard (reason == nil) != (state.reason == nil) else { return nil }
            return (reason.map { .failing(reason: $0) } ?? .working, state.observer)
        }
        if let (news, observer) = news { observer?(news) }
    }
}

/// What becomes known of the files that say who was deleted.
package enum ErasureNews: Sendable, Equatable {
    /// One cannot be written: should the store be lost now, a restored backup would bring back
    /// whom it lacks.
    case failing(reason: String)
    /// Each has all marks again.
    case working
}
