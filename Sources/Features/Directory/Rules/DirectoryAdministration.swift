package import AccountRules
package import Domain

/// A member as an operator gives it.
package struct ImportedMember: Sendable {
    let details: MemberDetails
    let joinedAt: Instant?
    let status: MemberStatus?

    /// Gathers what is given; what is left out stays as it is, or is that of a new member.
    package init(_ details: MemberDetails, joinedAt: Instant?, status: MemberStatus?) {
        self.details = details
        self.joinedAt = joinedAt
        self.status = status
    }
}

extension Member {
    /// The member as an operator gives it.
    fileprivate func changed(as given: ImportedMember) -> Member {
        var member = self
        member.details = given.details
        member.status = given.status ?? status
        return member
    }
}

/// Members that an operator gives at once.
package struct ImportedList: Sendable {
    let members: [ImportedMember]

    /// Checks that there are not too many, and none twice.
    ///
    /// - Throws: `invalidValue` of `members`.
    package init(_ members: [ImportedMember]) throws(DomainError) {
        try requireList(ofCount: members.count, members.map(\.details.email))
        self.members = members
    }
}

// What operators do with members, each recorded.
extension DirectoryWriting where Self: AccountAdministrationWriting {
    /// Adds members that nobody keeps, and changes those with these e-mail addresses.
    ///
    /// - Returns: How many were added, and how many were there.
    /// - Throws: `invalidValue` of `joined_at`; `collectionNotFound`.
    package func importMembers(
        _ list: ImportedList,
        into name: CollectionName,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> (added: Int, changed: Int) {
        guard list.members.allSatisfy({ $0.joinedAt ?? context.now <= context.now }) else {
            throw .invalid("joined_at", "a moment that is not to come")
        }
        let collection = try collection(name, of: .members)
        var members: [Member] = []
        var known = 0
        var new: [ImportedMember] = []
        for given in list.members {
            if let member = try member(with: given.details.email, in: collection) {
                known += 1
                let changed = member.changed(as: given)
                if changed != member { members.append(changed) }
            } else {
                new.append(given)
            }
        }
        _ = try change(members)
        for given in new {
            _ = try addMember(
                to: collection,
                given.details,
                status: given.status,
                keeper: .nobody,
                joinedAt: (given.joinedAt ?? context.now).toTheMinute
            )
        }
        let count = list.members.count
        try record(person, "directory import \(name.text) (\(count) members)", context)
        return (new.count, known)
    }

    /// Says what a member may do.
    ///
    /// - Throws: `memberNotFound`.
    package func setStatus(
        of id: MemberID,
        to status: MemberStatus,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Member {
        var member = try member(id).unwrapped(or: .memberNotFound(id))
        if member.status != status {
            member.status = status
            member = try change([member])[0]
        }
        try record(person, "directory status \(id.opaque.uuid) \(status)", context)
        return member
    }

    /// Lifts what was said of an e-mail address: a member that has it is active, and so is whoever
    /// takes it next.
    ///
    /// - Returns: What was said of it.
    /// - Throws: `collectionNotFound`.
    package func liftStatus(
        of email: EmailAddress,
        in name: CollectionName,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> MemberStatus {
        let collection = try collection(name, of: .members)
        var former = try takeStatus(of: email, in: collection) ?? .active
        if var member = try member(with: email, in: collection), member.status != .active {
            former = member.status
            member.status = .active
            _ = try change([member])
        }
        try record(person, "directory lift \(name.text) (it was \(former))", context)
        return former
    }

    /// Removes a member, whoever keeps it.
    ///
    /// - Throws: `invalidValue` of `reason`; `memberNotFound`.
    package func removeMember(
        _ id: MemberID,
        reason: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let reason = try RemovalReason(reason)
        try delete(member(id).unwrapped(or: .memberNotFound(id)).id)
        try record(person, "directory remove \(id.opaque.uuid)\(reason.option)", context)
    }
}
