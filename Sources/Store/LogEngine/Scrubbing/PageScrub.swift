internal import LMDB
internal import Locking

/// A walk over the pages of an open store, again and again, that looks for damage.
///
/// Pages are read from the file and not from the map, a few at a time in a transaction of their
/// own, so that damage ends nothing and freed pages wait for nobody. Of a page that the system
/// keeps in memory its copy there is read.
package final class PageScrub: Sendable {
    private let environment: Environment
    private let directory: String
    private let state: Mutex<State>
    /// Whether the first pass is the rest of a check that the opening did not wait for.
    package let finishesCheck: Bool

    private struct State {
        var position: PageWalk.Position?
        /// Findings of this pass.
        var findingCount = 0
        var progress = Progress()
    }

    /// What has been looked at so far.
    package struct Progress: Sendable {
        /// Bytes of the pages.
        package fileprivate(set) var byteCount: UInt64 = 0
        /// Passes over all pages that came to their end.
        package fileprivate(set) var passCount: UInt64 = 0
        /// Damaged pages that the last pass found, or this one if it found more.
        package fileprivate(set) var damagedPageCount = 0
    }

    /// What came of a few pages.
    package struct Step: Sendable {
        /// Bytes of the pages.
        package let byteCount: Int
        /// Whether the next step begins at the first page.
        package let isLast: Bool
        /// The first damage of the pass, if it was found in this step.
        package let damage: String?
    }

    /// Pages of a step: a disk that has to turn for each of them takes a quarter of a second.
    private static let pageCountOfStep = 32

    init(of environment: Environment, directory: String, from position: PageWalk.Position? = nil) {
        self.environment = environment
        self.directory = directory
        finishesCheck = position != nil
        state = Mutex(State(position: position))
    }

    /// What has been looked at so far.
    package var progress: Progress { state.withLock { $0.progress } }

    /// Looks at the next pages, on this thread.
    ///
    /// - Returns: What came of them; nil where nothing can be looked at, such as a closed store.
    package func step() -> Step? {
        let position = state.withLock { $0.position }
        let findings = DangerousFindings()
        do throws(LMDBError) {
            let (next, pageCount) = try environment.withPageWalk(
                from: position,
                visitor: findings
            ) { walk in
                walk.advance(pageCountMax: Self.pageCountOfStep)
                return (walk.isDone ? nil : walk.position, walk.readPageCount)
            }
            return end(step: findings.damage, pageCount, next)
        } catch {
            return nil
        }
    }

    private func end(
        step damage: PageDamage,
        _ pageCount: Int,
        _ next: PageWalk.Position?
    ) -> Step {
        let byteCount = pageCount * environment.metaPages.pageByteCount
        let isFirst = state.withLock { state in
            let isFirst = state.findingCount == 0 && damage.count > 0
            state.findingCount += damage.count
            state.position = next
            state.progress.byteCount += UInt64(byteCount)
            state.progress.damagedPageCount =
                next == nil
                ? state.findingCount
                : max(state.findingCount, state.progress.damagedPageCount)
            if next == nil {
                state.progress.passCount += 1
                state.findingCount = 0
            }
            return isFirst
        }
        // The next start looks at all pages, whatever the end of this process is.
        if isFirst { DamageMark.leave(inStore: directory) }
        // The first pass is the rest of the check; a later one is more than that.
        if next == nil { environment.noteChecked() }
        return Step(
            byteCount: byteCount,
            isLast: next == nil,
            damage: isFirst ? damage.description : nil
        )
    }
}
