package import AccountRules
package import Domain

/// A member as its keeper gives it, one of many.
package struct MemberEntry: Sendable {
    /// Which member it is; nil for the one of this e-mail address, or else a new one.
    let id: MemberID?
    let details: MemberDetails

    /// Joins both.
    package init(id: MemberID?, _ details: MemberDetails) {
        self.id = id
        self.details = details
    }
}

/// Members that are given at once.
package struct MemberList: Sendable {
    let entries: [MemberEntry]

    /// Checks that there are not too many, and none twice.
    ///
    /// - Throws: `invalidValue` of `members`.
    package init(_ entries: [MemberEntry]) throws(DomainError) {
        let ids = entries.compactMap(\.id)
        try requireList(
            ofCount: entries.count,
            isDistinct: Set(ids).count == ids.count,
            entries.map(\.details.email)
        )
        self.entries = entries
    }
}

/// What came of members that were given at once.
package struct PutMembers: Sendable {
    /// The members as they are now, in the order of the list.
    package let members: [Member]
    /// How many were added, and how many deleted: each leaves an entry in the feed.
    package let turnover: Int
}

/// Requires a list of members to be no longer than lists may be, with no e-mail address twice.
///
/// - Throws: `invalidValue` of `members`.
func requireList(
    ofCount count: Int,
    isDistinct: Bool = true,
    _ emails: [EmailAddress]
) throws(DomainError) {
    let countMax = DomainLimits.memberListMax
    guard count <= countMax, isDistinct, Set(emails.map(\.folded)).count == count else {
        let expected = "at most \(countMax) members, no id and no e-mail address of them twice"
        throw .invalid("members", expected)
    }
}

// What people do with many members in one step.
extension DirectoryWriting where Self: AccountReading {
    /// Adds and changes members that somebody keeps.
    ///
    /// - Throws: `accountRequired`; then `collectionNotFound`; then `memberNotFound`,
    ///   `notYourMember`, `memberNotActive`, `memberExists`; then `memberLimitReached`.
    package func put(
        _ list: MemberList,
        in name: CollectionName,
        by person: Identity,
        _ context: Context
    ) throws(DomainError) -> PutMembers {
        let (keeper, collection, targets) = try place(of: list, in: name, by: person)
        return try put(list, targets, in: collection, by: keeper, context)
    }

    /// Puts members in place of all that somebody keeps in a collection.
    ///
    /// - Throws: As `put`; `invalidValue` of `members` where too many would go.
    package func replace(
        with list: MemberList,
        in name: CollectionName,
        by person: Identity,
        _ context: Context
    ) throws(DomainError) -> PutMembers {
        let (keeper, collection, targets) = try place(of: list, in: name, by: person)
        let staying = Set(targets.compactMap { $0?.id })
        let leaving = try memberIDs(of: keeper, in: collection).filter { !staying.contains($0) }
        let leavingMax = DomainLimits.membersLeavingMax
        guard leaving.count <= leavingMax else {
            let expected = "a list that at most \(leavingMax) members leave. Delete some before"
            throw .invalid("members", expected)
        }
        for id in leaving { try delete(id) }
        let put = try put(list, targets, in: collection, by: keeper, context)
        return PutMembers(members: put.members, turnover: put.turnover + leaving.count)
    }

    /// Who puts a list where, and which member each entry of it is.
    private func place(
        of list: MemberList,
        in name: CollectionName,
        by person: Identity
    ) throws(DomainError) -> (UserNumber, SharedCollection, [Member?]) {
        let keeper = try account(of: person).number
        let collection = try collection(name, of: .members)
        return (keeper, collection, try targets(of: list, in: collection, by: keeper))
    }

    /// Which member each entry of a list is; nil for new ones.
    ///
    /// An id goes before an e-mail address, so that one member may get the address of another that
    /// gets a new one.
    private func targets(
        of list: MemberList,
        in collection: SharedCollection,
        by keeper: UserNumber
    ) throws(DomainError) -> [Member?] {
        let named = Set(list.entries.compactMap(\.id))
        var targets: [Member?] = []
        for entry in list.entries {
            if let id = entry.id {
                let member = try member(id)
                guard let member, member.collection == collection.name else {
                    throw .refused(.memberNotFound(id))
                }
                guard member.keeper == keeper else { throw .refused(.notYourMember) }
                targets.append(member)
            } else {
                let bearer = try member(with: entry.details.email, in: collection)
                let member = bearer.flatMap { named.contains($0.id) ? nil : $0 }
                guard member?.keeper ?? keeper == keeper else { throw .refused(.memberExists) }
                targets.append(member)
            }
        }
        return targets
    }

    private func put(
        _ list: MemberList,
        _ targets: [Member?],
        in collection: SharedCollection,
        by keeper: UserNumber,
        _ context: Context
    ) throws(DomainError) -> PutMembers {
        let known = Set(targets.compactMap { $0?.id })
        var changed: [Member] = []
        for (entry, target) in zip(list.entries, targets) {
            // Whoever bears the address and is in the list gets another one by it.
            if let bearer = try member(with: entry.details.email, in: collection),
                bearer.id != target?.id, !known.contains(bearer.id)
            {
                throw .refused(.memberExists)
            }
            guard let member = target, member.details != entry.details else { continue }
            changed.append(try member.changed(to: entry.details))
        }
        try requireRoom(forMembers: targets.count - known.count, of: keeper)
        var members = Dictionary(
            uniqueKeysWithValues: try change(changed).map { ($0.id, $0) }
        )
        for member in targets.compactMap(\.self) where members[member.id] == nil {
            members[member.id] = member
        }
        var result: [Member] = []
        for (entry, target) in zip(list.entries, targets) {
            if let target, let member = members[target.id] {
                result.append(member)
            } else {
                result.append(
                    try addMember(
                        to: collection,
                        entry.details,
                        status: nil,
                        keeper: keeper,
                        joinedAt: context.now.toTheMinute
                    )
                )
            }
        }
        return PutMembers(members: result, turnover: targets.count - known.count)
    }
}
