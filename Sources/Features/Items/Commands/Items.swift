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

    private static let collection = Argument.collection
    private static let item = Argument.reference(to: Wording("항목", "the item"))
    private static let title = Argument.text(
        Wording("제목", "TITLE"),
        help: Wording("1자에서 200자까지입니다.", "1 to 200 characters.")
    )
    private static let payload = Argument.optionalText(
        Placeholder.text,
        help: Wording(
            "항목의 내용이며 65,536바이트까지입니다. '-'라고 쓰면 텍스트가 아니어도 표준 입력에서 읽습니다.",
            "The content, at most 65,536 bytes; '-' reads standard input, text or not."
        )
    )

    private static let list = Command(
        "list",
        summary: Wording("컬렉션의 항목을 최신순으로 봅니다", "Show the items of a collection, newest first"),
        arguments: [collection],
        listing: Item.form,
        limit: .limit(of: Wording("항목", "items")),
        pages: { $0.notelet.listItems(collection: $0[collection], pageSize: $1) }
    )

    private static let show = Command(
        "show",
        summary: Wording("항목 하나를 내용과 함께 봅니다", "Show one item with its content"),
        arguments: [collection, item],
        run: { context in
            let item = try await named(context)
            try context.write(item, as: Item.form) {
                context.heading(item.title, id: item.id, at: item.createdAt)
                    + context.text(ofContent: item.payload)
            }
        }
    )

    private static let create = Command(
        "create",
        summary: Wording("컬렉션에 항목을 추가합니다", "Put an item into a collection"),
        arguments: [collection, title, payload],
        run: { context in
            let payload = try TextSource.bytes(context[payload] ?? "")
            var item = try await context.notelet.createItem(
                collection: context[collection],
                title: context[title],
                payload: payload
            )
            item.payload = payload
            let id = identifierText(item.id)
            try context.write([("item", Item.form.json(item))], "추가했습니다: \(id)", "Created: \(id)")
        }
    )

    private static let delete = Command(
        "delete",
        summary: Wording("내가 만든 항목을 삭제합니다", "Delete an item that you created"),
        arguments: [collection, item],
        run: { context in
            let id = try await named(context).id
            try await context.notelet.deleteItem(id: id)
            let document = [("deleted_item_id", identifier(id))]
            try context.write(document, "항목을 삭제했습니다.", "The item is deleted.")
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
            try await context.show(lists, as: Item.form)
        }
    )

    /// The item that was named, of the collection that was named and of no other.
    private static func named(_ context: CommandContext) async throws -> Item {
        let (notelet, size) = (context.notelet, ObjectReference.pageSize)
        let pages = notelet.listItems(collection: context[collection], pageSize: size)
        return try await context.thing(
            context[item],
            among: pages,
            by: \.id,
            of: \.collection,
            else: .itemNotFound,
            get: notelet.getItem(id:)
        )
    }
}
