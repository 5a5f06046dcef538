import CommandLineInterface
import NoteletClient
import PersonCommands

extension Item {
    /// How items are shown.
    static let form = RowForm<Item>(
        "items",
        "item",
        none: Wording("항목이 없습니다.", "There are no items."),
        fields: [
            .id("id", \.id), .text("collection", \.collection), .text("title", \.title),
            .moment("created_at", \.createdAt), .bytes("payload", \.payload),
        ],
        columns: [
            .id(\.id), .moment(Wording("시각", "TIME"), \.createdAt),
            .number(Wording("크기", "BYTES"), \.payload.count),
            .text(Wording("제목", "TITLE"), \.title),
        ]
    )
}
