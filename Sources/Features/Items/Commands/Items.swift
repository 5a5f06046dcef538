package import CommandLineInterface
import ItemClient
import NoteletClient
import PersonCommands

/// What a person can do with the items of collections.
package enum Items {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "items",
            summary: Wording("컬렉션의 항목을 보거나 바꿉니다", "Show and change the items of collections"),
            subcommands: [list, show, create, delete, watch]
        )
    ]

    private static let collection = Argument<String>(
        Placeholder.collection,
        .text(Placeholder.collection),
        help: Wording(
            "운영자가 만든 컬렉션의 이름입니다.",
            "The name of a collection, which operators make."
        )
    )
    private static let item = Argument<ObjectReference>(
        Placeholder.id,
        .reference,
        help: Wording(
            "항목의 ID, 또는 목록에 보이는 ID의 앞부분입니다.",
            "The id of the item, or the beginning of it that lists show."
        )
    )
    private static let title = Argument<String>(
        Placeholder.title,
        .text(Placeholder.title),
        help: Wording("1자에서 200자까지입니다.", "1 to 200 characters.")
    )
    private static let payload = Argument<String?>.optional(
        Placeholder.text,
        .text(Placeholder.text),
        help: Wording(
            "항목의 내용이며 65,536바이트까지입니다. '-'라고 쓰면 텍스트가 아니어도 표준 입력에서 읽습니다.",
            "The content, at most 65,536 bytes; '-' reads standard input, text or not."
        )
    )
    private static let limit = Option<Int32?>.optional(
        "limit",
        .count(in: 1...100_000),
        help: Wording(
            "가장 새로운 항목부터 이 수까지만 봅니다.",
            "Show so many of the newest items, and no more."
        )
    )

    private static let list = Command(
        "list",
        summary: Wording("컬렉션의 항목을 최신순으로 봅니다", "Show the items of a collection, newest first"),
        options: [limit, GlobalOptions.format],
        arguments: [collection],
        run: { context in
            let size = min(context[limit] ?? .max, 500)
            let pages = context.notelet.items(in: context[collection], pageSize: size)
            var items: [Item] = []
            for try await item in pages.items {
                items.append(item)
                if items.count == context[limit].map(Int.init) { break }
            }
            try context.write(items)
        }
    )

    private static let show = Command(
        "show",
        summary: Wording("항목 하나를 내용과 함께 봅니다", "Show one item with its content"),
        arguments: [collection, item],
        run: { context in
            let item = try await context.notelet.item(try await id(context))
            try context.write([("item", item.json)]) { context.text(of: item) }
        }
    )

    private static let create = Command(
        "create",
        summary: Wording("컬렉션에 항목을 추가합니다", "Put an item into a collection"),
        arguments: [collection, title, payload],
        run: { context in
            let item = try await context.notelet.createItem(
                in: context[collection],
                title: context[title],
                payload: try TextSource.bytes(context[payload] ?? "")
            )
            try context.write([("item", item.json)]) {
                let id = identifierText(item.id)
                return context.phrase("추가했습니다: \(id)\n", "Created: \(id)\n")
            }
        }
    )

    private static let delete = Command(
        "delete",
        summary: Wording("내가 만든 항목을 삭제합니다", "Delete an item that you created"),
        arguments: [collection, item],
        run: { context in
            let id = try await id(context)
            try await context.notelet.deleteItem(id)
            try context.write([("deleted_item_id", identifier(id))]) {
                context.phrase("항목을 삭제했습니다.\n", "The item is deleted.\n")
            }
        }
    )

    private static let watch = Command(
        "watch",
        summary: Wording(
            "Ctrl-C를 누를 때까지, 컬렉션이 바뀔 때마다 모든 항목을 출력합니다",
            "Print all items of a collection whenever it changes, until Ctrl-C"
        ),
        arguments: [collection],
        run: { context in
            let lists = context.notelet.observeItems(in: context[collection]) { context.tell($0) }
            for try await items in lists {
                try context.write(items)
                // Tables are told apart by an empty line.
                if !context.isJSON { try context.output.writeLine("") }
                try context.output.flush()
            }
        }
    )

    /// The id of the item that was named, which may have to be looked for in its collection.
    private static func id(_ context: CommandContext) async throws -> [UInt8] {
        try await context[item].id(in: context, missing: .itemNotFound) {
            var ids: [[UInt8]] = []
            let pages = context.notelet.items(in: context[collection], pageSize: 500)
            for try await item in pages.items { ids.append(item.id) }
            return ids
        }
    }
}

extension Placeholder {
    fileprivate static let collection = Wording("컬렉션", "COLLECTION")
    fileprivate static let title = Wording("제목", "TITLE")
}
