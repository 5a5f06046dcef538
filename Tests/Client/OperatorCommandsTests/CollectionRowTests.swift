import CommandLineInterface
import NoteletAPI
import Testing

@testable import OperatorCommands

@Suite("Collections for programs")
struct CollectionRowTests {
    @Test("The columns of collections are all that a collection has")
    func columns() {
        let collection = ListedCollection(name: "news")
        #expect(ListedCollection.form.kind.columns == ["name", "created_at"])
        #expect(ListedCollection.form.json(collection).text.contains("\"name\":\"news\""))
    }
}
