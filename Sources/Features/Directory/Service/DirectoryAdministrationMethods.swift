internal import AccountRules
internal import AccountStorage
internal import DirectoryRules
internal import DirectoryStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves what operators ask about members and their collections.
struct DirectoryAdministrationMethods: DirectoryAdministrationService {
    let endpoint: AdministrationEndpoint

    func addMemberCollection(
        _ method: DirectoryAdministrationAPI.AddMemberCollection
    ) -> ServedMethod {
        endpoint.addCollection(method, of: .members)
    }

    func listMemberCollections(
        _ method: DirectoryAdministrationAPI.ListMemberCollections
    ) -> ServedMethod {
        endpoint.listCollections(method, of: .members)
    }

    func removeMemberCollection(
        _ method: DirectoryAdministrationAPI.RemoveMemberCollection
    ) -> ServedMethod {
        endpoint.removeCollection(method, of: .members)
    }

    func exportMembers(_ method: DirectoryAdministrationAPI.ExportMembers) -> ServedMethod {
        endpoint.list(method) { request, store, page throws(DomainError) in
            let secrets = endpoint.dependencies.secrets
            let collection = try store.collection(request.collection, of: .members)
            let cursors = MemberCursors(of: collection, for: .nobody, secrets)
            let next = try store.visitMembers(
                of: collection,
                behind: try cursors.place(of: request.cursor),
                passingOver: 0,
                limit: page.countMax
            ) { page.add(NoteletAPI.Member($0)) }
            return cursors.cursor(to: next)
        }
    }

    func importMembers(_ method: DirectoryAdministrationAPI.ImportMembers) -> ServedMethod {
        endpoint.change(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let name = try CollectionName(request.collection, field: "collection")
            let list = try ImportedList(request.members)
            let (added, changed) = try store.importMembers(list, into: name, by: who, now)
            return ImportMembersResponse(added: Int32(added), changed: Int32(changed))
        }
    }

    func setMemberStatus(_ method: DirectoryAdministrationAPI.SetMemberStatus) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let id = try MemberID(request.id)
            let status = try DirectoryRules.MemberStatus(request.status).unwrapped(or: .noStatus)
            let member = try store.setStatus(of: id, to: status, by: who, now)
            return SetMemberStatusResponse(member: NoteletAPI.Member(member))
        }
    }

    func liftStatus(_ method: DirectoryAdministrationAPI.LiftStatus) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let name = try CollectionName(request.collection, field: "collection")
            let email = try EmailAddress(request.email)
            let former = try store.liftStatus(of: email, in: name, by: who, now)
            return LiftStatusResponse(formerStatus: NoteletAPI.MemberStatus(former))
        }
    }

    func removeMember(_ method: DirectoryAdministrationAPI.RemoveMember) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            let id = try MemberID(request.id)
            try store.removeMember(id, reason: request.reason, by: who, now)
        }
    }
}

extension Domain.Refusal {
    /// That a status is none that an operator can give.
    fileprivate static var noStatus: Domain.Refusal {
        let words = DirectoryRules.MemberStatus.allCases.map { "\($0)" }
        return .invalidValue(field: "status", expected: words.joined(separator: ", "))
    }
}

extension ImportedList {
    /// Reads the members of a request.
    fileprivate init(_ members: [NoteletAPI.ImportedMember]) throws(DomainError) {
        var read: [DirectoryRules.ImportedMember] = []
        for member in members {
            let isLeftOut = member.status == .unspecified
            let status = DirectoryRules.MemberStatus(member.status)
            guard isLeftOut || status != nil else { throw .refused(.noStatus) }
            read.append(
                DirectoryRules.ImportedMember(
                    try MemberDetails(name: member.name, email: member.email),
                    joinedAt: member.joinedAt.map { Instant($0) },
                    status: status
                )
            )
        }
        try self.init(read)
    }
}
