import Domain
import ItemRules
import RuleTestSupport
import TestSupport
import Testing

@Suite struct ItemCommandTests {
    private let shelf = ItemShelf()

    init() throws {
        try shelf.add("news")
    }

    @Test func anItemIsKeptAsItWasGivenButForTheSeconds() throws {
        let item = try shelf.create(title: "새 소식 👩‍👩‍👧‍👦", payload: [0, 255])
        #expect(item.title == "새 소식 👩‍👩‍👧‍👦" && item.payload == [0, 255])
        #expect(item.collection.text == "news" && item.creator == UserNumber(1))
        #expect(item.createdAt == Instant(milliseconds: 1_699_999_980_000))
        #expect(shelf.items == [item])
    }

    @Test(arguments: [
        ("a", true), (String(repeating: "쪽", count: 200), true),
        (" a\n", true), (String(repeating: "쪽", count: 201), false), ("", false), (" \n", false),
        ("a" + String(repeating: "\u{301}", count: 1_599), true),
        ("a" + String(repeating: "\u{301}", count: 1_600), false),
    ])
    func aTitleHas1To200Characters(_ title: String, _ fits: Bool) throws {
        if fits { return #expect(try shelf.create(title: title).title == title) }
        #expect(
            invalidField(try refusal { () throws(DomainError) in try shelf.create(title: title) })
                == "title"
        )
    }

    @Test func aPayloadHas64KiBAtMost() throws {
        let largest = [UInt8](repeating: 7, count: 65_536)
        #expect(try shelf.create(payload: largest).payload == largest)
        let refused = try refusal { () throws(DomainError) in
            try shelf.create(payload: largest + [7])
        }
        #expect(refused == .payloadTooLarge(maximum: 65_536))
    }

    @Test func onlyAccountsCreate() throws {
        #expect(
            try refusal { () throws(DomainError) in try shelf.create(by: 100) } == .accountRequired
        )
        #expect(
            try refusal { () throws(DomainError) in try shelf.create(by: 99) } == .notAuthenticated
        )
        // The account is looked at before the collection, of which a guest learns nothing.
        #expect(
            try refusal { () throws(DomainError) in try shelf.create(by: 100, in: "none") }
                == .accountRequired
        )
        #expect(shelf.items.isEmpty)
    }

    @Test func thereMustBeTheCollection() throws {
        #expect(
            try refusal { () throws(DomainError) in try shelf.create(in: "old") }
                == .collectionNotFound
        )
        #expect(
            invalidField(try refusal { () throws(DomainError) in try shelf.create(in: "News") })
                == "collection"
        )
    }

    @Test func somebodyHas200ItemsAtMostInAllCollections() throws {
        try shelf.add("other")
        for index in 0..<200 { try shelf.create(in: index.isMultiple(of: 2) ? "news" : "other") }
        #expect(
            try refusal { () throws(DomainError) in try shelf.create() }
                == .itemLimitReached(limit: 200)
        )
        try shelf.create(by: 2)
        try shelf.deleteItem(shelf.items[0].id, for: ItemShelf.person(1))
        try shelf.create()
        #expect(
            try refusal { () throws(DomainError) in try shelf.create() }
                == .itemLimitReached(limit: 200)
        )
    }

    @Test func onlyTheCreatorDeletes() throws {
        let item = try shelf.create(by: 1)
        for other: UInt64 in [2, 100] {
            let person = ItemShelf.person(other)
            #expect(
                try refusal { () throws(DomainError) in
                    try shelf.deleteItem(item.id, for: person)
                } == .notYourItem
            )
        }
        #expect(shelf.items == [item])
        let creator = ItemShelf.person(1)
        try shelf.deleteItem(item.id, for: creator)
        #expect(shelf.items.isEmpty)
        #expect(
            try refusal { () throws(DomainError) in try shelf.deleteItem(item.id, for: creator) }
                == .itemNotFound
        )
    }
}
