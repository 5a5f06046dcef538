import ClientTestSupport
import ItemClient
import NoteletAPI
import NoteletClient
import ProtobufCoding
import TTRPC
import Testing

@Suite("Items of a client")
struct ItemTests {
    private static func item(_ number: UInt8) -> Item {
        Item(id: [number], collection: "news", title: "\(number)")
    }

    @Test("The items of a collection come page by page, and one by its id")
    func reading() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(ItemsAPI.listItems) { request, _ in
                let start = request.cursor.first ?? 0
                let items = (start..<start + UInt8(request.pageSize)).map { number in
                    Item(id: [number], collection: request.collection)
                }
                return ListItemsResponse(items: items, nextCursor: start == 0 ? [2] : [])
            }
            router.answer(ItemsAPI.getItem) { request, _ in
                GetItemResponse(item: request.id == [7] ? Self.item(7) : nil)
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        var items: [Item] = []
        for try await item in notelet.listItems(collection: "news", pageSize: 2).items {
            items.append(item)
        }
        #expect(items.map(\.id) == [[0], [1], [2], [3]])
        #expect(Set(items.map(\.collection)) == ["news"])
        #expect(try await notelet.getItem(id: [7]) == Self.item(7))
        let error = await #expect(throws: NoteletError.self) { try await notelet.getItem(id: [8]) }
        #expect(error?.code == .protocolViolation)
    }

    @Test("A new item is made of what was given, and a deletion names it")
    func writing() async throws {
        let made = Log<CreateItemRequest>()
        let deleted = Log<[UInt8]>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(ItemsAPI.createItem) { request, _ in
                made.append(request)
                return CreateItemResponse(item: Self.item(1))
            }
            router.answer(ItemsAPI.deleteItem) { request, _ in
                deleted.append(request.id)
                return DeleteItemResponse()
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        let item = try await notelet.createItem(collection: "news", title: "1", payload: [1, 2])
        #expect(item == Self.item(1))
        #expect(made.entries.map(\.payload) == [[1, 2]])
        #expect(made.entries.map(\.collection) == ["news"])
        try await notelet.deleteItem(id: item.id)
        #expect(deleted.entries == [[1]])
    }

    @Test("What the service refuses is told with its facts and sentences")
    func refusals() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(ItemsAPI.createItem) { _, _ in
                throw try RPCError.refusal(.payloadTooLarge, fields: ["maximum": "65536"])
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        let error = await #expect(throws: NoteletError.self) {
            try await notelet.createItem(collection: "news", title: "1", payload: [])
        }
        #expect(error?.code == .refused && error?.reason == .payloadTooLarge)
        #expect(error?.text(in: "en").contains("65536") == true)
    }

    @Test("A collection is followed by its feed, until it is taken away")
    func observing() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                let changes: [[ItemChange.Kind]] = [
                    [.put(Self.item(1)), .put(Self.item(2))], [.deletedItemID([1])],
                ]
                for kinds in changes {
                    let shared = try kinds.map { kind in
                        SharedChange(
                            type: "notelet.items.v1.ItemChange",
                            value: try ProtobufEncoder().encode(ItemChange(kind: kind))
                        )
                    }
                    var page = ChangePage(changes: shared.map { Change(kind: .shared($0)) })
                    page.feed = request.feeds.first?.feed ?? ""
                    page.isUpToDate = true
                    try await writer.send(page)
                }
                try await writer.send(ChangePage(feed: "items/news", isOver: true))
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        var lists: [[Item]] = []
        for try await list in notelet.observeItems(in: "news") { lists.append(list) }
        #expect(lists == [[Self.item(2), Self.item(1)], [Self.item(2)]])
    }
}
