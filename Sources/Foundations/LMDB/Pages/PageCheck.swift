/// A look at all pages that the newest state of a data file reaches, as far as there is time.
///
/// It reads the file and does not map it, so that no damage ends the process. Nobody may write to
/// the file meanwhile: it is for the moment before a store is opened.
package struct PageCheck: Sendable {
    /// What LMDB could be led astray by; nil if there is nothing.
    package let damage: PageDamage?
    /// Where to go on; nil if all was looked at.
    package let rest: PageWalk.Position?
    /// Pages that were read.
    package let pageCount: Int

    /// Whether all was looked at, and nothing was found.
    package var isWhole: Bool { rest == nil && damage == nil }

    /// Pages between two looks at the clock.
    private static let pageCountOfStep = 256

    /// Checks a file.
    ///
    /// - Parameters:
    ///   - path: the data file.
    ///   - time: after which the rest is left for later; nil for as long as it takes.
    ///   - report: is told of each finding that LMDB could be led astray by.
    /// - Throws: `.invalid` if neither of its meta pages is one, `.io`.
    package init(
        ofFileAt path: String,
        within time: Duration?,
        report: @escaping (PageFinding) -> Void = { _ in }
    ) throws(LMDBError) {
        let file = try DataFile(path: path)
        guard let state = file.states().first else { throw .invalid }
        let findings = DangerousFindings(report)
        for page in file.damagedMetaPages() {
            findings.note(
                PageFinding(page: page, tree: nil, defect: .badMetaPage, keys: KeyBounds())
            )
        }
        let walk = PageWalk(of: file, asOf: state, visitor: findings)
        let end = time.map { ContinuousClock.now + $0 }
        repeat {
            walk.advance(pageCountMax: Self.pageCountOfStep)
        } while !walk.isDone && end.map { ContinuousClock.now < $0 } ?? true
        damage = findings.damage.count > 0 ? findings.damage : nil
        rest = walk.isDone ? nil : walk.position
        pageCount = walk.readPageCount
    }
}

/// Keeps what LMDB could be led astray by.
package final class DangerousFindings: PageVisitor {
    /// What was found.
    package private(set) var damage = PageDamage()
    private let report: (PageFinding) -> Void

    /// Has found nothing yet; each finding is told of.
    package init(_ report: @escaping (PageFinding) -> Void = { _ in }) {
        self.report = report
    }

    /// Keeps a finding that is dangerous.
    package func note(_ finding: PageFinding) {
        guard finding.defect.isDangerous else { return }
        damage.add(finding)
        report(finding)
    }
}
