/// What is wrong with the pages of a data file: the first findings, and how many there are.
package struct PageDamage: Error, Sendable, Equatable {
    /// The findings that came first, at most `findingCountMax`.
    package private(set) var findings: [PageFinding] = []
    /// All of them.
    package private(set) var count = 0

    /// Findings that are kept; whoever wants more of them looks with `store verify`.
    static let findingCountMax = 16

    init() {}

    mutating func add(_ finding: PageFinding) {
        count += 1
        if findings.count < Self.findingCountMax { findings.append(finding) }
    }
}

extension PageDamage: CustomStringConvertible {
    /// The first finding and the number of the others, without a full stop.
    package var description: String {
        guard let first = findings.first else { return "nothing is damaged" }
        return count == 1 ? first.description : "\(first.description), and \(count - 1) more"
    }
}

extension PageFinding: CustomStringConvertible {
    /// The page, what it is part of, and what is wrong with it, without a full stop.
    package var description: String {
        let place = [page.map { "page \($0)" }, tree?.description].compactMap { $0 }
        return (place.isEmpty ? "the file" : place.joined(separator: " of "))
            + ": \(defect.description)"
    }
}

extension PageDefect {
    /// Whether LMDB could be led astray by it.
    ///
    /// Counts are what it tells and not what it follows, and a page that is neither reached nor
    /// free is never looked at.
    package var isDangerous: Bool {
        switch self {
        case .wrongCount, .lostPages: false
        case .behindEnd, .unreadable, .wrongNumber, .wrongKind, .wrongBounds, .tooFewNodes,
            .wrongNodes, .unknownNode, .badKey, .keyOutOfOrder, .keyOutOfBounds, .badReference,
            .reachedTwice, .free, .badRun, .badTreeRecord, .badFreeList, .badMetaPage,
            .badLastPage:
            true
        }
    }
}
