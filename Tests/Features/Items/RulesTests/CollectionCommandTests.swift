import AccountRules
import Domain
import ItemRules
import RuleTestSupport
import TestSupport
import Testing

@Suite struct CollectionCommandTests {
    private let shelf = ItemShelf()

    @Test(arguments: [
        ("a", true), ("0-news", true), (String(repeating: "a", count: 64), true),
        (String(repeating: "a", count: 65), false), ("", false), ("News", false), ("a b", false),
        ("a/b", false), ("공지", false), ("é", false), ("a_b", false), ("a\u{301}", false),
    ])
    func aNameHas1To64LettersDigitsAndHyphens(_ name: String, _ fits: Bool) throws {
        if fits { return #expect(try CollectionName(name).text == name) }
        #expect(
            invalidField(
                try refusal { () throws(DomainError) in try CollectionName(name, field: "a") }
            )
                == "a"
        )
    }

    @Test func collectionsComeAndGoAndAreRecorded() throws {
        let first = try shelf.add("news")
        #expect(
            try refusal { () throws(DomainError) in try shelf.add("news") }
                == .collectionExists
        )
        let (item, person) = (try shelf.create(), ItemShelf.person(1))
        #expect(shelf.collections(of: .items) == [first])
        try shelf.takeAway("news")
        #expect(
            try refusal { () throws(DomainError) in try shelf.takeAway("news") }
                == .collectionNotFound
        )
        #expect(
            try refusal { () throws(DomainError) in try shelf.deleteItem(item.id, for: person) }
                == .itemNotFound
        )
        #expect(shelf.actions == ["root: collection add news", "root: collection remove news"])
    }

    @Test func thereAre500CollectionsAtMost() throws {
        for number in 1...500 { try shelf.add("c\(number)") }
        #expect(
            try refusal { () throws(DomainError) in try shelf.add("one-more") }
                == .collectionLimitReached(limit: 500)
        )
        // What there is already is told first.
        #expect(
            try refusal { () throws(DomainError) in try shelf.add("c1") }
                == .collectionExists
        )
        try shelf.takeAway("c1")
        try shelf.add("one-more")
    }

    @Test func anOperatorRemovesAnyItemAndMaySayWhy() throws {
        try shelf.add("news")
        let (first, second) = (try shelf.create(by: 1), try shelf.create(by: 2))
        try remove(first, "광고")
        try remove(second)
        #expect(shelf.items.isEmpty)
        #expect(
            shelf.actions.suffix(2) == [
                "root: item remove 00000000-0000-0000-0000-000000000001 --reason '광고'",
                "root: item remove 00000000-0000-0000-0000-000000000002",
            ]
        )
        #expect(try refusal { () throws(DomainError) in try remove(first) } == .itemNotFound)
        let longest = String(repeating: "가", count: 1_000)
        #expect(
            invalidField(try refusal { () throws(DomainError) in try remove(first, longest + "가") })
                == "reason"
        )
        #expect(
            try refusal { () throws(DomainError) in try remove(first, longest) } == .itemNotFound
        )
        #expect(shelf.actions.count == 3)
    }

    @Test func feedsOfCollectionsAreToldApart() {
        let name = CollectionName(stored: "news")
        let feeds = [1, 2].map { number in
            SharedCollection(
                of: .items,
                number: number,
                name: name,
                createdAt: shelf.context.now
            ).feed
        }
        #expect(feeds.map(\.rawValue) == [1 << 48 | 1, 1 << 48 | 2])
    }

    /// The limits that the document lists are those that the rules have.
    @Test func theDocumentListsTheLimits() throws {
        let rows = try ProtocolFolder.table(under: "limits", in: "notelet/items/v1/README.md")
            .filter { $0[2] != "RATE_LIMITED" }
        let characters = DomainLimits.itemTitleCharacters
        #expect(
            rows.map { $0[1].replacing(",", with: "") } == [
                "\(DomainLimits.shortNameCharacters.words) lower-case letters of English "
                    + "digits and hyphens",
                "\(characters.words) characters "
                    + "\(DomainLimits.bytesPerCharacterMax) bytes for each",
                "\(DomainLimits.itemPayloadByteCountMax) bytes",
                "\(DomainLimits.itemsPerCreatorMax)",
                "\(DomainLimits.collectionsOfKindMax)",
                "\(DomainLimits.removalReasonCharactersMax) characters",
            ]
        )
    }

    private func remove(_ item: Item, _ reason: String = "") throws(DomainError) {
        let root = Operator(name: "root")
        try shelf.removeItem(item.id, reason: reason, by: root, shelf.context)
    }
}
