import CommandLineInterface
import Foundation
import NoteletClient
import PersonCommands

extension Item {
    /// What programs call items.
    static let kind = RowKind(listName: "items", recordName: "item", like: Item().json)

    var json: JSON {
        .object([
            ("id", identifier(id)),
            ("collection", .string(collection)),
            ("title", .string(title)),
            ("created_at", createdAt.json),
            ("payload", .string(Data(payload).base64EncodedString())),
        ])
    }
}

extension CommandContext {
    /// Writes a list of items.
    func write(_ items: [Item]) throws {
        try write(items.map(\.json), of: Item.kind) {
            guard !items.isEmpty else { return phrase("항목이 없습니다.\n", "There are no items.\n") }
            var table = TextTable(columns: [
                TextTable.Column("ID", fitting: .whole),
                TextTable.Column(phrase("시각", "TIME"), fitting: .wholeOrOmitted),
                TextTable.Column(phrase("크기", "BYTES"), alignment: .trailing),
                TextTable.Column(phrase("제목", "TITLE")),
            ])
            let ids = shown(items.map(\.id))
            for item in items {
                table.append([
                    ids.text(item.id), item.createdAt.localText, String(item.payload.count),
                    item.title,
                ])
            }
            return draw(table)
        }
    }

    /// An item with its content, where that is text.
    func text(of item: Item) -> String {
        let head = "\(identifierText(item.id))  \(item.createdAt.localText)"
        let content =
            String(validating: item.payload, as: UTF8.self)
            ?? phrase(
                "텍스트가 아닌 \(item.payload.count)바이트",
                "\(item.payload.count) B that are not text"
            )
        return style.apply(.bold, to: item.title.terminalSafe) + "\n" + style.apply(.dim, to: head)
            + "\n" + (content.isEmpty ? "" : content.terminalSafeLines + "\n")
    }
}
