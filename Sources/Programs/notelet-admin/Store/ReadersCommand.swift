import CommandLineInterface
import Foundation
import LMDB
import LogStoreTools
import OperatorCommands
import StoreTools

/// Who reads a store's database.
enum ReadersCommand {
    private static let clear = Option<Bool>.flag(
        "clear",
        help: "Free the slots of processes that are gone."
    )

    static let readers = Command(
        "readers",
        summary: "Show who reads a store, and free the slots of dead readers",
        discussion: """
            A reader keeps pages from being used again that were freed after it began: while a \
            slot shows an old transaction, the file grows. Slots of processes that are gone are \
            freed by --clear, and by a running server within half a minute; a live process that \
            is stopped has to be ended.
            """,
        options: [clear, PresentationOptions.format],
        run: { context in
            let files = try context.openFiles()
            let (cleared, slots, last) = try context.attempt { () throws(StoreToolError) in
                let cleared = context[clear] ? try files.clearStaleReaders() : nil
                return (cleared, try files.readers(), try files.lastTransactionID())
            }
            try context.write(
                slots.map(json),
                of: kind,
                head: [
                    ("source", context.source(files)),
                    ("last_transaction", .number(Int64(last))),
                ],
                tail: [("cleared", cleared.map { .number(Int64($0)) } ?? .null)]
            ) {
                let note = cleared.map { "Freed \($0) slots of dead readers.\n" } ?? ""
                return context.draw(table(slots, last)) + note
            }
            return .success
        }
    )

    private static let kind = RowKind(
        listName: "readers",
        recordName: "reader",
        columns: ["process", "program", "transaction"]
    )

    private static func table(_ slots: [ReaderSlot], _ last: Int) -> TextTable {
        var table = TextTable(columns: [
            .init("process", alignment: .trailing), .init("program"),
            .init("transaction", alignment: .trailing), .init("behind", alignment: .trailing),
        ])
        for slot in slots {
            table.append([
                String(slot.processIdentifier),
                slot.program ?? "gone",
                slot.transactionID.map(String.init) ?? "idle",
                slot.transactionID.map { String(last - $0) } ?? "",
            ])
        }
        return table
    }

    private static func json(_ slot: ReaderSlot) -> JSON {
        .object([
            ("process", .number(Int64(slot.processIdentifier))),
            ("program", slot.program.map { .string($0) } ?? .null),
            ("transaction", slot.transactionID.map { .number(Int64($0)) } ?? .null),
        ])
    }
}

extension ReaderSlot {
    /// The name of the program that the process runs; nil if it is gone.
    fileprivate var program: String? {
        let path = "/proc/\(processIdentifier)/comm"
        guard let name = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return String(name.prefix { $0 != "\n" })
    }
}
