public import NoteletClient

extension Notelet {
    /// The members of a collection in the order of their names, as many pages as there are.
    ///
    /// - Parameters:
    ///   - collection: The name of a collection.
    ///   - pageSize: 1 to 500; 0 means 20.
    /// - Returns: The pages; `items` of them gives what is on them one by one.
    public func members(of collection: String, pageSize: Int32 = 0) -> PageSequence<Member> {
        PageSequence { [self] (cursor) throws(NoteletError) in
            let response = try await listMembers(
                collection: collection,
                cursor: cursor,
                pageSize: pageSize,
                page: 0
            )
            return Page(items: response.members, nextCursor: response.nextCursor)
        }
    }

    /// All members of a collection, in the order of their names, as they are and anew after each
    /// change.
    ///
    /// - Parameters:
    ///   - collection: The name of a collection.
    ///   - report: What is told when the connection was lost, and when it is there again.
    /// - Returns: The lists; the sequence ends when the collection is taken away.
    public func observeMembers(
        of collection: String,
        reporting report: @escaping @Sendable (WatchConnection) -> Void = { _ in }
    ) -> LiveListSequence<Member> {
        let feed = WatchedFeed(feed: Self.feed(of: collection))
        return LiveListSequence(watch([feed], reporting: report), order: Self.isBefore) {
            change throws(NoteletError) in
            switch try change.read(DirectoryChange.self)?.kind {
            case .putMember(let member): .put(member, id: member.id)
            case .deletedMemberID(let id): .delete(id: id)
            case .putPost, .deletedPostID, nil: nil
            }
        }
    }

    /// Without regard to case; those of one name by their ids, so that each list has them alike.
    private static func isBefore(_ left: Member, _ right: Member) -> Bool {
        let names = (folded(left.name), folded(right.name))
        return names.0 == names.1 ? left.id.lexicographicallyPrecedes(right.id) : names.0 < names.1
    }

    /// A name as the service folds it: by way of upper case, which of some letters has one form
    /// where lower case has two, and with one space for each run of white space.
    private static func folded(_ name: String) -> String {
        name.uppercased().lowercased().unicodeScalars
            .split(whereSeparator: \.properties.isWhitespace)
            .map(String.init).joined(separator: " ")
    }

    /// The name of the feed of a collection of members.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: The name by which it is watched and pulled.
    public static func feed(of collection: String) -> String { "directory/" + collection }
}
