import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import ProtobufCoding
import TTRPC
import Testing

@Suite("Items over the wire", .timeLimit(.minutes(1)))
struct ItemRepositoryTests {
    private static func item(_ title: String) -> NoteletAPI.Item {
        NoteletAPI.Item(id: UUID().bytes, collection: "news", title: title)
    }

    @Test("Items come page by page, each asked for where it begins")
    func pages() async throws {
        let requests = Log<String>()
        let desk = try await Desk.signedIn { router in
            router.answer(ItemsAPI.listItems) { request, _ in
                requests.append("\(request.collection) \(request.cursor) \(request.pageSize)")
                let isFirst = request.cursor.isEmpty
                return ListItemsResponse(
                    items: [Self.item(isFirst ? "1" : "2")],
                    nextCursor: isFirst ? [7] : []
                )
            }
        }
        var titles: [[String]] = []
        for try await page in desk.remote.items.itemPages(inCollection: "news", pageSize: 1) {
            titles.append(page.map(\.title))
        }
        #expect(titles == [["1"], ["2"]])
        #expect(requests.entries == ["news [] 1", "news [7] 1"])
    }

    @Test("An item is added under the key of its id, read with what it holds, and deleted")
    func life() async throws {
        let keys = Log<String>()
        let made = Self.item("소식")
        let desk = try await Desk.signedIn { router in
            router.answer(ItemsAPI.createItem) { request, context in
                keys.append("\(context.key ?? "") \(request.title) \(request.payload)")
                return CreateItemResponse(item: made)
            }
            router.answer(ItemsAPI.getItem) { request, _ in
                var item = made
                (item.id, item.payload) = (request.id, [2])
                return GetItemResponse(item: item)
            }
            router.answer(ItemsAPI.deleteItem) { request, _ in
                keys.append("delete \(request.id == made.id)")
                return DeleteItemResponse()
            }
        }
        let items = desk.remote.items
        let item = NoteletInterface.Item.mock(payload: Data([1]))
        let added = try await items.addItem(item)
        #expect(added.id.bytes == made.id && added.title == "소식" && added.payload == Data([1]))
        let read = try await items.fetchItem(byId: added.id)
        #expect(read.id == added.id && read.payload == Data([2]))
        try await items.deleteItem(byId: added.id)
        #expect(keys.entries == ["\(item.id) 소식 [1]", "delete true"])
    }

    @Test("A collection is followed until it is taken away")
    func observing() async throws {
        let item = Self.item("1")
        let isSeen = Log<Void>()
        let desk = try await Desk.signedIn { router in
            router.stream(SyncAPI.watch) { request, writer, _ in
                let change = SharedChange(
                    type: ItemChange.fullName,
                    value: try ProtobufEncoder().encode(ItemChange(kind: .put(item)))
                )
                let feed = request.feeds.first?.feed ?? ""
                var page = ChangePage(changes: [Change(kind: .shared(change))])
                (page.feed, page.isUpToDate) = (feed, true)
                try await writer.send(page)
                await isSeen.wait(forCount: 1)
                try await writer.send(ChangePage(feed: feed, isOver: true))
            }
        }
        var lists: [[String]] = []
        for await items in desk.remote.items.observeItems(inCollection: "news") {
            lists.append(items.map(\.title))
            isSeen.append(())
        }
        #expect(lists == [["1"]])
    }

    @Test("Who is not signed in follows nothing")
    func nobody() async throws {
        let desk = try Desk()
        var lists = desk.remote.items.observeItems(inCollection: "news").makeAsyncIterator()
        #expect(await lists.next() == nil)
    }
}
