import Domain
import Foundation
import Testing
import TextForms
import AccountRules
import Records
import StoreTools
import LogStoreTools

extension TestService {
    /// The audit log, as a dump shows it.
    func audit() throws -> [AuditEntry] {
        try dump(of: #require(DumpEntity(rawValue: "audit"))).map { line in
            AuditEntry(
                operatorName: line["operator"] as? String ?? "",
                action: line["action"] as? String ?? "",
                recordedAt: Instant(
                    milliseconds: MomentText.milliseconds(of: line["recorded_at"] as? String ?? "")
                        ?? 0
                )
            )
        }
    }

    /// The lines of a dump, which itself becomes the last entry of the audit log.
    private func dump(of entity: DumpEntity) throws -> [[String: Any]] {
        var selection = DumpSelection(senders: .revealed)
        selection.entities = [entity]
        let output = MemoryOutput()
        _ = try store.dump(
            .lines(selection),
            recording: AuditEntry(operatorName: "test", action: "test", recordedAt: clock.now()),
            to: output,
            progress: { _ in }
        )
        return try output.bytes.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast()
            .map { line in
                try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] ?? [:]
            }
    }
}

/// A dump in memory.
private final class MemoryOutput: DumpOutput {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: [UInt8]) throws(StoreToolError) {
        self.bytes += bytes
    }
}
