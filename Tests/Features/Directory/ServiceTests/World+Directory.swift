import AccountRules
import DirectoryRules
import DirectoryStorage
import Domain
import NoteletAPI

@testable import Serving

extension World {
    /// The request of a method of the directory that Alice may call, encoded.
    func directoryPayload(of method: MethodSummary) -> [UInt8] {
        switch method.name {
        case "ListMembers": encode(ListMembersRequest(collection: "team"))
        case "GetMember": encode(GetMemberRequest(id: member.id))
        case "GetMemberDetail": encode(GetMemberDetailRequest(id: member.id))
        case "CreateMember":
            encode(CreateMemberRequest(collection: "team", name: "하나", email: "h@example.com"))
        case "UpdateMember":
            encode(UpdateMemberRequest(id: member.id, name: "수진이", email: member.email))
        case "DeleteMember": encode(DeleteMemberRequest(id: member.id))
        case "PutMembers": encode(PutMembersRequest(collection: "team", members: [newEntry]))
        case "ReplaceMembers":
            encode(ReplaceMembersRequest(collection: "team", members: [newEntry]))
        case "ListPosts": encode(ListPostsRequest(authorID: member.id))
        case "CreatePost": encode(CreatePostRequest(authorID: member.id, text: "또 하나"))
        case "DeletePost": encode(DeletePostRequest(id: post.id))
        default: preconditionFailure("Directory.\(method.name) has no sample request.")
        }
    }

    private var newEntry: NoteletAPI.MemberEntry {
        NoteletAPI.MemberEntry(name: "둘", email: "d@example.com")
    }
}

extension TestService {
    /// Makes a collection of members, or takes one away, as the operator does.
    func changeMembers(_ collection: String, _ change: CollectionChange) async throws {
        let (name, person) = (try CollectionName(collection), Operator(name: "root"))
        try await write { store, context throws(DomainError) in
            switch change {
            case .add: _ = try store.makeCollection(named: name, of: .members, by: person, context)
            case .remove:
                try store.removeCollection(named: name, of: .members, by: person, context)
            }
        }
    }

    /// Adds a member to a collection.
    @discardableResult
    func createMember(
        _ name: String,
        _ email: String,
        in collection: String = "team",
        by person: Person
    ) async throws -> NoteletAPI.Member {
        let request = CreateMemberRequest(collection: collection, name: name, email: email)
        let response = try await call(DirectoryAPI.createMember, request, as: person.caller)
        guard let member = response.member else { throw Unexpected("no member came") }
        return member
    }

    /// Adds members whose addresses are made of their names, in one step.
    @discardableResult
    func putMembers(_ names: [String], by person: Person) async throws -> [NoteletAPI.Member] {
        let entries = names.map {
            NoteletAPI.MemberEntry(name: $0, email: "\($0.lowercased())@example.com")
        }
        let request = PutMembersRequest(collection: "team", members: entries)
        return try await call(DirectoryAPI.putMembers, request, as: person.caller).members
    }

    /// Posts as a member.
    @discardableResult
    func createPost(
        _ text: String,
        as member: NoteletAPI.Member,
        by person: Person
    ) async throws -> NoteletAPI.Post {
        let request = CreatePostRequest(authorID: member.id, text: text)
        let response = try await call(DirectoryAPI.createPost, request, as: person.caller)
        guard let post = response.post else { throw Unexpected("no post came") }
        return post
    }

    /// Gives a member a status, as the operator does.
    func set(_ status: DirectoryRules.MemberStatus, of member: NoteletAPI.Member) async throws {
        let (id, person) = (try MemberID(member.id), Operator(name: "root"))
        try await write { store, context throws(DomainError) in
            _ = try store.setStatus(of: id, to: status, by: person, context)
        }
    }
}
