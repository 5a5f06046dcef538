import Domain
import ItemRules
import Testing

@testable import ItemStorage
@testable import Records
@testable import Storage
@testable import StorageEngine
import TestSupport
import AccountStorage
import StoreTools

/// How collections and items are kept.
@Suite struct ItemTests {
    private let store: TestStore
    private let anna: UserNumber
    private let ben: UserNumber
    private let news: SharedCollection

    init() throws {
        store = try TestStore()
        anna = try store.account("anna")
        ben = try store.account("ben")
        news = try Self.add("news", to: store)
    }

    @discardableResult
    private static func add(_ name: String, to store: TestStore) throws -> SharedCollection {
        try store.write { transaction throws(DomainError) in
            let name = CollectionName(stored: name)
            return try transaction.addCollection(named: name, of: .items, at: .epoch)
        }
    }

    private func add(
        _ titles: [String],
        by person: UserNumber,
        to collection: SharedCollection? = nil
    ) throws -> [Item] {
        let collection = collection ?? news
        return try store.write { transaction throws(DomainError) in
            var items: [Item] = []
            for title in titles {
                items.append(
                    try transaction.addItem(
                        to: collection,
                        title: title,
                        payload: Array(title.utf8),
                        by: person,
                        at: .epoch
                    )
                )
            }
            return items
        }
    }

    private func list(_ list: ItemList, size: Int = 2) throws -> [Item] {
        try store.read { view throws(DomainError) in
            var items: [Item] = []
            var place: Sequence?
            repeat {
                var page: [Item] = []
                place = try view.visitItems(of: list, before: place, limit: size) { item in
                    page.append(item)
                    return .next
                }
                items += page
            } while place != nil
            return items
        }
    }

    /// What the feed of a collection tells.
    private func changes(_ collection: SharedCollection? = nil) throws -> [ItemChange] {
        let feed = (collection ?? news).feed
        return try store.read { view throws(DomainError) in
            var changes: [ItemChange] = []
            var failure: DomainError?
            _ = try view.visitEntries(of: feed, after: .start, limit: .max) { entry in
                do throws(DomainError) {
                    if let change = try view.itemChange(entry, of: feed) { changes.append(change) }
                } catch {
                    failure = error
                }
                return .next
            }
            if let failure { throw failure }
            return changes
        }
    }

    private func counts() throws -> [Int] {
        try [Schema.items.id, Schema.createdItems.id, .sharedChanges].map { table in
            try store.read { view throws(DomainError) in try view.count(.all, in: table, .max) }
        }
    }

    @Test func whatWasPutThereIsThereAfterARestart() throws {
        let items = try add(["1", "2", "3"], by: anna) + add(["4"], by: ben)
        for isReopened in [false, true] {
            if isReopened { try store.reopen() }
            #expect(try list(.collection(news)) == items.reversed())
            #expect(try list(.creator(anna)) == items.prefix(3).reversed())
            #expect(try changes() == items.map { .put($0) })
            for item in items {
                let found = try store.read { view throws(DomainError) in try view.item(item.id) }
                #expect(found == item)
            }
            let count = try store.read { view throws(DomainError) in
                try view.itemCount(of: anna, countMax: 2)
            }
            #expect(count == 2)
        }
    }

    @Test func noItemGetsTheIDOfOneThatIsGone() throws {
        var seen: Set<ItemID> = []
        for round in 0..<4 {
            let item = try #require(try add(["\(round)"], by: anna).first)
            #expect(seen.insert(item.id).inserted)
            try store.write { transaction throws(DomainError) in try transaction.delete(item) }
            #expect(try changes().last == .deleted(item.id))
            if round == 1 { try store.reopen() }
        }
        // One entry for each that ever was.
        #expect(try counts() == [0, 0, 4])
    }

    @Test func aRemovedCollectionGoesInStepsAndItsNumberWithIt() throws {
        _ = try add(["1", "2", "3", "4", "5"], by: anna)
        let old = news
        try store.write { transaction throws(DomainError) in try transaction.remove(old) }
        #expect(try list(.creator(anna)).isEmpty)
        let next = try Self.add("news", to: store)
        #expect(next.number > old.number)
        let kept = try add(["kept"], by: anna, to: next)
        var steps = 1
        while try store.write({ transaction throws(DomainError) in
            try transaction.clearRemains(of: Schema.contentsOfItems, recordCountMax: 4)
        }) { steps += 1 }
        #expect(steps > 3)
        #expect(try list(.creator(anna)) == kept)
        #expect(try counts() == [1, 1, 1])
        // The last number stays taken, also when nothing of it is left.
        try store.write { transaction throws(DomainError) in
            try transaction.remove(next)
            let contents = Schema.contentsOfItems
            _ = try transaction.clearRemains(of: contents, recordCountMax: 100)
        }
        #expect(try counts() == [0, 0, 0])
        #expect(try Self.add("news", to: store).number > next.number)
        #expect(try store.findings().isEmpty)
    }

    @Test(arguments: [1, 7, 100])
    func erasureDeletesWhatSomebodyCreatedAndTellsTheFeed(recordCountMax: Int) throws {
        let items = try add(["1", "2", "3"], by: anna)
        let kept = try add(["4"], by: ben)
        let anna = anna
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        var isDone = false
        while !isDone {
            isDone = try !store.write { transaction throws(DomainError) in
                try transaction.eraseNext(recordCountMax: recordCountMax)
            }
        }
        #expect(try list(.collection(news)) == kept)
        #expect(try counts() == [1, 1, 4])
        #expect(try changes() == kept.map { .put($0) } + items.map { .deleted($0.id) })
        #expect(try store.findings().isEmpty)
    }

    @Test func whatSomebodyCreatedWhoWasRemovedIsShownToNobody() throws {
        let items = try add(["1", "2"], by: anna)
        let kept = try add(["3"], by: ben)
        let anna = anna
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        for item in items {
            #expect(try store.read { view throws(DomainError) in try view.item(item.id) } == nil)
        }
        #expect(try list(.collection(news)) == kept)
        #expect(try changes() == kept.map { .put($0) })
    }

    @Test func anItemWithoutItsCollectionIsFound() throws {
        let item = try #require(try add(["lost"], by: anna).first)
        try store.write { transaction throws(DomainError) in
            try transaction.delete(at: 1, in: Schema.collections)
        }
        let found = try store.read { view throws(DomainError) in try view.item(item.id) }
        #expect(found == nil)
        let findings = try store.findings()
        #expect(findings.map(\.table) == ["items"])
        #expect(findings.first?.problem == "its collection is not there")
    }

    @Test func whatIsOfNoAccountIsFound() throws {
        _ = try add(["1"], by: anna)
        let anna = anna
        try store.write { transaction throws(DomainError) in
            try transaction.delete(at: anna, in: Schema.users)
        }
        let found = try store.findings().filter { $0.problem == "it belongs to no account" }
        #expect(found.contains { $0.table == "created_items" })
    }

    /// As a store may be that was salvaged.
    @Test func aFeedThatLostItsEndTellsAgainWhatIsThere() throws {
        let items = try add(["1", "2"], by: anna)
        let feed = news.feed
        try store.write { transaction throws(DomainError) in
            try transaction.deleteEntry(at: Sequence(2), of: feed)
        }
        try store.reopen()
        let third = try add(["3"], by: ben)
        #expect(try changes() == (items + third).map { .put($0) })
        #expect(try list(.collection(news)) == (items + third).reversed())
    }

    /// The next collection gets the number behind it, and its feed bears that.
    @Test func aNumberThatIsTooGreatIsNeitherLoadedNorRead() throws {
        let line = try #require(Schema.collections.line)
        let secrets = store.store.secrets
        var row = CollectionRecord(key: CollectionRecord.numberMax)
        try line.finish(row, secrets)
        row.key += 1
        #expect(throws: DumpProblem.self) { try line.finish(row, secrets) }
        let (key, value) = (row.storedKey, row.encoded())
        #expect(throws: DomainError.self) {
            try key.withBytes { key throws(DomainError) in
                _ = try Schema.collections.row(key: key, value: value.span.bytes)
            }
        }
    }
}
