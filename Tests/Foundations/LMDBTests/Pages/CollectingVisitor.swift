import LMDB

/// Keeps what a walk over pages finds.
final class CollectingVisitor: PageVisitor {
    var pages: [ReachedPage] = []
    var records: [PageTree: [[UInt8]: [UInt8]]] = [:]
    var free: [UInt64: UInt64] = [:]
    var findings: [PageFinding] = []

    func visit(_ page: ReachedPage) {
        pages.append(page)
    }

    func visit(key: RawSpan, value: RawSpan, of tree: PageTree, onPage page: UInt64) {
        let key = key.withUnsafeBytes { Array($0) }
        records[tree, default: [:]][key] = value.withUnsafeBytes { Array($0) }
    }

    func visitFree(_ page: UInt64, freedBy transactionID: UInt64) {
        free[page] = transactionID
    }

    func note(_ finding: PageFinding) {
        findings.append(finding)
    }
}
