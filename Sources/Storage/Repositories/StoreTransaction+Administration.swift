internal import Domain

extension StoreTransaction: AdministrationWriting {
    func record(_ entry: AuditEntry) throws(DomainError) {
        let last = try lastNumber(of: .all, in: .audit, at: 0) ?? 0
        guard last < .max else { throw RecordKind.audit.damaged }
        let record = AuditRecord(
            recordedAt: entry.recordedAt.milliseconds,
            operatorName: entry.operatorName,
            action: entry.action
        )
        try put(record.encoded(), for: .audit(last + 1), in: .audit)
    }

    func resolve(
        _ report: UInt64,
        _ resolution: ReportResolution
    ) throws(DomainError) -> Bool {
        guard var record = try reportRecord(report) else { return false }
        record.resolution = ReportRecord.Resolution(
            operatorName: resolution.operatorName,
            text: resolution.text,
            resolvedAt: resolution.resolvedAt.milliseconds
        )
        try put(record.encoded(), for: .report(report), in: .reports)
        return true
    }
}
