package import AccountRules
package import Domain

// What people do with one member.
extension DirectoryWriting where Self: AccountReading {
    /// Adds a member to a collection; whoever does that is its keeper.
    ///
    /// - Throws: `accountRequired`; then `collectionNotFound`, `memberExists`,
    ///   `memberLimitReached`.
    package func createMember(
        _ details: MemberDetails,
        in name: CollectionName,
        by person: Identity,
        _ context: Context
    ) throws(DomainError) -> Member {
        let keeper = try account(of: person).number
        let collection = try collection(name, of: .members)
        guard try member(with: details.email, in: collection) == nil else {
            throw .refused(.memberExists)
        }
        try requireRoom(forMembers: 1, of: keeper)
        return try addMember(
            to: collection,
            details,
            status: nil,
            keeper: keeper,
            joinedAt: context.now.toTheMinute
        )
    }

    /// Requires that somebody may keep so many members more.
    ///
    /// - Throws: `memberLimitReached`.
    func requireRoom(forMembers count: Int, of keeper: UserNumber) throws(DomainError) {
        let limit = DomainLimits.membersPerKeeperMax
        guard try memberCount(of: keeper, countMax: limit) + count <= limit else {
            throw .refused(.memberLimitReached(limit: limit))
        }
    }
}

extension DirectoryWriting {
    /// Changes what is said of a member.
    ///
    /// - Throws: `memberNotFound`, `notYourMember`, `memberNotActive`, `memberExists`.
    package func update(
        _ id: MemberID,
        to details: MemberDetails,
        for person: Identity
    ) throws(DomainError) -> Member {
        let member = try keptMember(id, by: person)
        let changed = try member.changed(to: details)
        let collection = try collection(named: member.collection, of: .members)
            .unwrapped(or: .memberNotFound(id))
        if let bearer = try self.member(with: details.email, in: collection), bearer.id != id {
            throw .refused(.memberExists)
        }
        guard changed != member else { return member }
        return try change([changed])[0]
    }

    /// Deletes a member with its posts.
    ///
    /// - Throws: `memberNotFound`, `notYourMember`.
    package func deleteMember(_ id: MemberID, for person: Identity) throws(DomainError) {
        try delete(keptMember(id, by: person).id)
    }

    /// The member of an id, if it is kept by that person.
    ///
    /// - Throws: `memberNotFound`, `notYourMember`.
    func keptMember(_ id: MemberID, by person: Identity) throws(DomainError) -> Member {
        let member = try member(id).unwrapped(or: .memberNotFound(id))
        guard member.keeper == person.user else { throw .refused(.notYourMember) }
        return member
    }
}

extension Refusal {
    /// That there is no member of this id.
    package static func memberNotFound(_ id: MemberID) -> Refusal {
        .memberNotFound(id: id.opaque.uuid)
    }
}
