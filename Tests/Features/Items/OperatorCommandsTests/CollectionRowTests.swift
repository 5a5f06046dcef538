import CommandLineInterface
import NoteletAPI
import Testing

@testable import ItemOperatorCommands

@Suite("Collections for programs")
struct CollectionRowTests {
    @Test("The columns of collections are all that a collection has")
    func columns() {
        let collection = ItemCollection(name: "news")
        #expect(ItemCollection.kind.columns == ["name", "created_at"])
        #expect(collection.json.text.contains("\"name\":\"news\""))
    }
}
