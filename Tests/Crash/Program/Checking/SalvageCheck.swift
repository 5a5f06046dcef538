import AccountRules
import Domain
import Foundation
import Storage
import LogStoreTools
import StoreTools

/// Salvages a damaged store, and compares what comes of it with the store as it was.
struct SalvageCheck {
    /// What does not fit, in words.
    private(set) var violations: [String] = []
    /// Whether the salvage says that something is not as it was.
    private(set) var hasLoss = false
    /// Records that are not there any more, or not as they were.
    private(set) var lostCount = 0
    private var findings: [SalvageFinding] = []

    private let source: String
    private let target: String

    /// Prepares to salvage a store into a folder where nothing is.
    init(of source: String, to target: String) {
        (self.source, self.target) = (source, target)
    }

    /// Salvages, and compares with the store before it was damaged.
    ///
    /// - Parameters:
    ///   - whole: what the store held.
    ///   - isCostless: whether nothing may be lost.
    /// - Throws: Why what is there cannot be read.
    mutating func run(whole: DatabaseContents, isCostless: Bool) throws {
        let before = try files()
        do throws(StoreToolError) {
            try salvage()
        } catch {
            return violations.append("It cannot be salvaged: \(error).")
        }
        require(try files() == before, "The damaged store was changed.")
        try verify("The salvaged store")
        compare(whole, with: try DatabaseContents(ofStoreIn: target))
        let first = findings.first(where: \.outcome.isLoss)
        require(!isCostless || !hasLoss, "Something is lost, such as \(Self.text(first)).")
        try finishErasures()
        try verify("The salvaged store, once it was opened,")
    }

    private mutating func salvage() throws(StoreToolError) {
        var found: [SalvageFinding] = []
        let summary = try TestedStore.salvage(of: source, to: target) { found.append($0) }
        findings = found
        hasLoss = summary.hasLoss
    }

    private mutating func verify(_ name: String) throws {
        let findings = try TestedStore.findings(ofStoreIn: target)
        violations += findings.prefix(3).map { finding in
            "\(name) is not sound: \(finding.table) \(finding.key) \(finding.problem)."
        }
    }

    /// Carries out what the salvage ordered to erase, as a server does.
    private mutating func finishErasures() throws {
        let store: RecordStore
        do throws(StoreOpenError) {
            store = try TestedStore.open(directory: target)
        } catch {
            return violations.append("The salvaged store cannot be opened: \(error).")
        }
        defer { store.close() }
        var hasMore = true
        while hasMore {
            hasMore = try store.writeAndWait { view throws(DomainError) in
                try view.eraseNext(recordCountMax: DomainLimits.erasureStepRecordsMax)
            }
        }
    }

    // MARK: Comparing

    private mutating func compare(_ whole: DatabaseContents, with salvaged: DatabaseContents) {
        let names = FindingNames(findings)
        for (name, record) in whole.records.sorted(by: { $0.key < $1.key }) {
            let found = salvaged.records[name]
            if found == record || Self.isOwn(name) { continue }
            lostCount += 1
            let isTold = found == nil ? names.isLost(name) : names.isChanged(name)
            let what = found == nil ? "missing" : "another one"
            require(isTold, "\(name) is \(what), and no finding says so.")
        }
        for name in salvaged.records.keys.sorted() where whole.records[name] == nil {
            let isTold = names.isChanged(name) || Self.isOwn(name)
            require(isTold, "\(name) was not there, and no finding says where it comes from.")
        }
        require(hasLoss || lostCount == 0, "It says that nothing is lost.")
    }

    /// Whether a record is none of the work: a salvage writes those about the store itself anew,
    /// and a check writes a session and ends it.
    private static func isOwn(_ name: DatabaseContents.RecordName) -> Bool {
        switch name.table {
        case "counters", "audit": true
        case "sessions", "erasures": name.key.hasPrefix(checkingUser)
        default: false
        }
    }

    private static let checkingUser = {
        let digits = String(StoreCheck.writingUser.rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }()

    private mutating func require(_ condition: Bool, _ violation: String) {
        if !condition { violations.append(violation) }
    }

    private static func text(_ finding: SalvageFinding?) -> String {
        guard let finding else { return "nothing" }
        return "\(finding.outcome) \(finding.table) \(finding.key): \(finding.problem)"
    }

    /// The bytes of all files of the damaged store, by their paths.
    private func files() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: source)
        return names.reduce(into: [:]) { files, name in
            files[name] = FileManager.default.contents(atPath: source + "/" + name)
        }
    }
}

/// What findings say of records.
private struct FindingNames {
    private var lost: Set<DatabaseContents.RecordName> = []
    private var changed: Set<DatabaseContents.RecordName> = []
    private var ranges: [SalvageFinding] = []

    init(_ findings: [SalvageFinding]) {
        for finding in findings {
            let name = DatabaseContents.RecordName(table: finding.table, key: finding.key)
            if finding.end != nil {
                ranges.append(finding)
            } else if [.lost, .dropped].contains(finding.outcome) {
                lost.insert(name)
            } else if finding.outcome != .recovered {
                changed.insert(name)
            }
        }
    }

    /// Whether a record is one of those that are said to be lost.
    func isLost(_ name: DatabaseContents.RecordName) -> Bool {
        lost.contains(name) || isInRange(name, [.lost])
    }

    /// Whether a record is said to be new, or another one.
    func isChanged(_ name: DatabaseContents.RecordName) -> Bool {
        changed.contains(name) || isInRange(name, [.remade])
    }

    private func isInRange(
        _ name: DatabaseContents.RecordName,
        _ outcomes: [SalvageFinding.Outcome]
    ) -> Bool {
        ranges.contains { range in
            guard let end = range.end, range.table == name.table,
                outcomes.contains(range.outcome)
            else { return false }
            return range.key <= name.key && (end.isEmpty || name.key < end)
        }
    }
}
