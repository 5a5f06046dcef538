internal import Domain
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

// Feeds that people share: each tells of what is there.
extension Mending {
    /// Makes entries again that told of records, at their places; what told that something was
    /// deleted is lost.
    func mendSharedFeeds(in view: SalvageView) throws(StoreToolError) {
        for table in Schema.tables { try tell(of: table, in: view) }
    }

    private func tell(
        of declaration: some TableDeclaration,
        in view: SalvageView
    ) throws(StoreToolError) {
        let table = declaration.declared
        guard let telling = table.telling else { return }
        let changes = Schema.sharedChanges.id
        try view.forEach(of: table.id) { key, value throws(DomainError) in
            telling(try table.row(key: key, value: value))
        } _: { _, told throws(StoreToolError) in
            try step()
            guard let told, try !view.exists(told.storedKey, in: changes) else { return }
            let problem = "the entry that told of it is lost"
            let entry = told.storedValue(secrets)
            try put(entry, for: told.storedKey, in: changes, as: .remade, problem)
        }
    }
}
