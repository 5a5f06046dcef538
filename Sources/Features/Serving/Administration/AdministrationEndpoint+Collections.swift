internal import AccountRules
internal import AccountStorage
package import Domain
package import NoteletAPI
internal import Records

// What operators ask about collections, whatever these are of.
extension AdministrationEndpoint {
    /// The method that makes a collection of a kind.
    package func addCollection(
        _ method: MethodDescriptor<AddCollectionRequest, AddCollectionResponse>,
        of kind: CollectionKind
    ) -> ServedMethod {
        change(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let name = try CollectionName(request.collection, field: "collection")
            let collection = try store.makeCollection(named: name, of: kind, by: who, now)
            return AddCollectionResponse(collection: ListedCollection(collection))
        }
    }

    /// The method that lists all collections of a kind.
    package func listCollections(
        _ method: MethodDescriptor<ListCollectionsRequest, ListCollectionsResponse>,
        of kind: CollectionKind
    ) -> ServedMethod {
        read(method) { _, store, _ throws(DomainError) in
            let collections = try store.collections(of: kind)
            return ListCollectionsResponse(collections: collections.map { .init($0) })
        }
    }

    /// The method that takes a collection of a kind away.
    package func removeCollection(
        _ method: MethodDescriptor<RemoveCollectionRequest, RemoveCollectionResponse>,
        of kind: CollectionKind
    ) -> ServedMethod {
        perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            let name = try CollectionName(request.collection, field: "collection")
            try store.removeCollection(named: name, of: kind, by: who, now)
        }
    }
}

extension CollectionReading {
    /// The collection that a request names.
    ///
    /// - Throws: `invalidValue` of `collection`; then `collectionNotFound`.
    package func collection(
        _ text: String,
        of kind: CollectionKind
    ) throws(DomainError) -> SharedCollection {
        try collection(CollectionName(text, field: "collection"), of: kind)
    }
}

extension ListedCollection {
    fileprivate init(_ collection: SharedCollection) {
        self.init(name: collection.name.text, createdAt: Timestamp(collection.createdAt))
    }
}
