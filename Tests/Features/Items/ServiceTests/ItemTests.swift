import Domain
import ItemRules
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving
import Metrics

/// Items as people and operators ask for them.
@Suite struct ItemTests {
    private let service: TestService
    private let anna: Person
    private let ben: Person

    init() async throws {
        service = try TestService()
        anna = try await service.person("anna")
        ben = try await service.person("ben")
        try await service.change("news", .add)
    }

    private func list(
        _ collection: String = "news",
        cursor: [UInt8] = [],
        size: Int32 = 0,
        as person: Person
    ) async throws -> ListItemsResponse {
        let request = ListItemsRequest(collection: collection, cursor: cursor, pageSize: size)
        return try await service.call(ItemsAPI.listItems, request, as: person.caller)
    }

    @Test func whatSomebodyCreatesAllWhoAreSignedInRead() async throws {
        let made = try await service.createItem("새 소식", [1, 2], by: anna)
        #expect(made.payload.isEmpty && made.id.count == 16 && made.collection == "news")
        #expect((made.createdAt?.seconds ?? 1) % 60 == 0 && made.createdAt?.nanos == 0)
        var whole = made
        whole.payload = [1, 2]
        for person in [anna, ben, try await service.guest()] {
            #expect(try await list(as: person).items == [whole])
            let request = GetItemRequest(id: made.id)
            let got = try await service.call(ItemsAPI.getItem, request, as: person.caller)
            #expect(got.item == whole)
        }
    }

    @Test func aCursorOfAnotherCollectionIsRefused() async throws {
        try await service.change("more", .add)
        for name in ["news", "news", "more"] {
            try await service.createItem("하나", in: name, by: anna)
        }
        let cursor = try await list(size: 1, as: anna).nextCursor
        #expect(!cursor.isEmpty)
        #expect(try await list(cursor: cursor, as: anna).items.count == 1)
        let request = ListItemsRequest(collection: "more", cursor: cursor)
        let reason = try await service.reason(ItemsAPI.listItems, request, as: anna.caller)
        #expect(reason == .invalidCursor)
    }

    @Test func whatIsNoRequestIsToldTheFullNameOfOne() async throws {
        let method = ItemsAPI.createItem.summary
        let outcome = await service.outcome(method, [0xff], as: anna.caller)
        guard case .failure(.refused(.invalidValue("payload", let expected))) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(expected.hasPrefix("an encoded notelet.items.v1.CreateItemRequest ("))
    }

    @Test func onlyWhoCreatedAnItemDeletesIt() async throws {
        let item = try await service.createItem("mine", by: anna)
        let request = DeleteItemRequest(id: item.id)
        for other in [ben, try await service.guest()] {
            #expect(
                try await service.reason(ItemsAPI.deleteItem, request, as: other.caller)
                    == .notYourItem
            )
        }
        try await service.call(ItemsAPI.deleteItem, request, as: anna.caller)
        #expect(try await list(as: anna).items.isEmpty)
        for person in [anna, ben] {
            let get = GetItemRequest(id: item.id)
            #expect(
                try await service.reason(ItemsAPI.getItem, get, as: person.caller) == .itemNotFound
            )
            #expect(
                try await service.reason(ItemsAPI.deleteItem, request, as: person.caller)
                    == .itemNotFound
            )
        }
    }

    @Test func noCollectionAndNoItemIsThereByChance() async throws {
        for name in ["gone", "a", "NEWS", ""] {
            let request = ListItemsRequest(collection: name)
            let reason = try await service.reason(ItemsAPI.listItems, request, as: anna.caller)
            #expect(reason == (name == "gone" || name == "a" ? .collectionNotFound : .invalidValue))
        }
        // A contact's id and any other 16 bytes lead nowhere.
        let contact = try await service.addContact("ben", of: anna)
        for id in [contact.id, [UInt8](repeating: 0, count: 16), anna.user.id] {
            let request = GetItemRequest(id: id)
            #expect(
                try await service.reason(ItemsAPI.getItem, request, as: anna.caller)
                    == .itemNotFound
            )
        }
    }

    @Test func aRetryCreatesNothingMore() async throws {
        let request = CreateItemRequest(collection: "news", title: "once", payload: [7])
        let first = try await service.call(
            ItemsAPI.createItem,
            request,
            as: anna.caller,
            key: "k"
        )
        let again = try await service.call(
            ItemsAPI.createItem,
            request,
            as: anna.caller,
            key: "k"
        )
        #expect(first == again)
        #expect(try await list(as: ben).items.count == 1)
    }

    @Test func pagesGoFromTheNewestBackAndEndEarlyWithLargeItems() async throws {
        for number in 0..<7 { try await service.createItem("\(number)", by: anna) }
        var titles: [String] = []
        var page = ListItemsResponse()
        repeat {
            page = try await list(cursor: page.nextCursor, size: 3, as: ben)
            #expect(page.items.count <= 3)
            titles += page.items.map(\.title)
        } while !page.nextCursor.isEmpty
        #expect(titles == ["6", "5", "4", "3", "2", "1", "0"])
        let large = [UInt8](repeating: 9, count: DomainLimits.itemPayloadByteCountMax)
        for _ in 0..<20 { try await service.createItem("large", large, by: ben) }
        page = try await list(size: 500, as: anna)
        #expect(page.items.count < 20 && !page.nextCursor.isEmpty)
        let rest = try await list(cursor: page.nextCursor, size: 500, as: anna)
        #expect(page.items.count + rest.items.count == 27)
    }

    @Test func aFeatureThatIsOffIsRefusedToAll() async throws {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("items"))
        let running = try RunningService(
            offering: OfferedFeatures(byDefaultOf: .all)
        )
        let client = try await running.connect()
        for method in ItemsAPI.descriptor.methods {
            let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
            let error = await #expect(throws: RPCError.self) {
                _ = try await client.call(name, payload: [])
            }
            let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
            #expect(refusal.reason == .featureOff && refusal.fields == ["feature": "items"])
        }
        client.close()
    }

    @Test func creationsOfADayAreBounded() async throws {
        let limited = try TestService(limits: ServiceLimits())
        let carl = try await limited.person("carl")
        try await limited.change("news", .add)
        for number in 0..<200 {
            let item = try await limited.createItem("\(number)", by: carl)
            let request = DeleteItemRequest(id: item.id)
            try await limited.call(ItemsAPI.deleteItem, request, as: carl.caller)
        }
        let request = CreateItemRequest(collection: "news", title: "one more")
        #expect(
            try await limited.reason(ItemsAPI.createItem, request, as: carl.caller) == .rateLimited
        )
        let samples = limited.running.metrics.first {
            $0.family.name == "notelet_item_changes_total"
        }
        #expect(samples?.samples().map(\.value) == [.count(200), .count(200)])
    }
}
