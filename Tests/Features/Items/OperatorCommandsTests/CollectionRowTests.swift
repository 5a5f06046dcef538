import CommandLineInterface
import NoteletAPI
import Testing

@testable import ItemOperatorCommands

@Suite("Collections for programs")
struct CollectionRowTests {
    @Test("The columns of collections are all that a collection has")
    func columns() {
        let collection = ItemCollection(name: "news")
        #expect(ItemCollection.form.kind.columns == ["name", "created_at"])
        #expect(ItemCollection.form.json(collection).text.contains("\"name\":\"news\""))
    }
}
