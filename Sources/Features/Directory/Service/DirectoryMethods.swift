internal import AccountRules
internal import AccountStorage
internal import DirectoryRules
internal import DirectoryStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves members and their posts.
struct DirectoryMethods: DirectoryService {
    let endpoint: Endpoint
    let counts: CountedEvents<DirectoryEvent>

    func listMembers(_ method: DirectoryAPI.ListMembers) -> ServedMethod {
        endpoint.read(method) { request, caller, store, context throws(DomainError) in
            let page = try MemberPage(
                request.page,
                size: request.pageSize,
                hasCursor: !request.cursor.isEmpty
            )
            let collection = try store.collection(request.collection, of: .members)
            let cursors = MemberCursors(of: collection, for: caller.user, context.secrets)
            var response = ListMembersResponse()
            let next = try store.visitMembers(
                of: collection,
                behind: try cursors.place(of: request.cursor),
                passingOver: page.passedOver,
                limit: page.size.count
            ) { member in
                response.members.append(NoteletAPI.Member(member))
                return .next
            }
            response.nextCursor = cursors.cursor(to: next)
            response.hasMore = response.members.count == page.size.count
            return response
        }
    }

    func getMember(_ method: DirectoryAPI.GetMember) -> ServedMethod {
        endpoint.read(method) { request, _, store, _ throws(DomainError) in
            let id = try MemberID(request.id)
            let member = try store.member(id).unwrapped(or: .memberNotFound(id))
            return GetMemberResponse(member: NoteletAPI.Member(member))
        }
    }

    func createMember(_ method: DirectoryAPI.CreateMember) -> ServedMethod {
        changeMembers(method, .membersCreated) { request, caller throws(DomainError) in
            let details = try MemberDetails(name: request.name, email: request.email)
            let name = try CollectionName(request.collection, field: "collection")
            return { store, context throws(DomainError) in
                [try store.createMember(details, in: name, by: caller, context)]
            }
        } show: {
            CreateMemberResponse(member: $0.first)
        }
    }

    func updateMember(_ method: DirectoryAPI.UpdateMember) -> ServedMethod {
        changeMembers(method, .membersUpdated) { request, caller throws(DomainError) in
            let id = try MemberID(request.id)
            let details = try MemberDetails(name: request.name, email: request.email)
            return { store, _ throws(DomainError) in
                [try store.update(id, to: details, for: caller)]
            }
        } show: {
            UpdateMemberResponse(member: $0.first)
        }
    }

    func deleteMember(_ method: DirectoryAPI.DeleteMember) -> ServedMethod {
        endpoint.perform(method, for: .vital, observer: counts.counting(.membersDeleted)) {
            request,
            caller,
            _ throws(DomainError) in
            let id = try MemberID(request.id)
            return { store, _ throws(DomainError) in try store.deleteMember(id, for: caller) }
        }
    }

    func putMembers(_ method: DirectoryAPI.PutMembers) -> ServedMethod {
        changeMembers(method, .listsPut, limit: .memberLists) {
            request,
            caller throws(DomainError) in
            let list = try MemberList(request.members)
            let name = try CollectionName(request.collection, field: "collection")
            return { store, context throws(DomainError) in
                try count(store.put(list, in: name, by: caller, context), by: caller)
            }
        } show: {
            PutMembersResponse(members: $0)
        }
    }

    func replaceMembers(_ method: DirectoryAPI.ReplaceMembers) -> ServedMethod {
        changeMembers(method, .listsReplaced, limit: .memberLists) {
            request,
            caller throws(DomainError) in
            let list = try MemberList(request.members)
            let name = try CollectionName(request.collection, field: "collection")
            return { store, context throws(DomainError) in
                try count(store.replace(with: list, in: name, by: caller, context), by: caller)
            }
        } show: {
            ReplaceMembersResponse(members: $0)
        }
    }

    /// Counts whom a list added and deleted; how many that are, is known where the list is put.
    ///
    /// - Throws: `rateLimited`.
    private func count(
        _ put: PutMembers,
        by caller: Identity
    ) throws(DomainError) -> [DirectoryRules.Member] {
        let gate = endpoint.dependencies.limiter[.memberTurnover]
        try gate.pass(RateKey(caller.user), times: put.turnover)
        return put.members
    }

    /// A method that adds or changes members, of which so many may be called in a time.
    ///
    /// Of what it replies the ids alone are kept: names and addresses are those of others.
    private func changeMembers<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ event: DirectoryEvent,
        limit: RateLimit = .memberChanges,
        _ prepare:
            @escaping @Sendable (Request, Identity) throws(DomainError)
            -> Endpoint.Transaction<[DirectoryRules.Member]>,
        show: @escaping @Sendable ([NoteletAPI.Member]) -> Response
    ) -> ServedMethod {
        endpoint.changeShowingAll(method, for: .ordinary, observer: counts.counting(event)) {
            [endpoint]
            request,
            caller,
            _ throws(DomainError) in
            let transaction = try prepare(request, caller)
            try endpoint.dependencies.limiter[limit].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                try transaction(store, context).map(\.id)
            }
        } show: { ids, _, store throws(DomainError) in
            var members: [NoteletAPI.Member] = []
            for id in ids {
                let member = try store.member(id).unwrapped(or: .memberNotFound(id))
                members.append(NoteletAPI.Member(member))
            }
            return show(members)
        }
    }
}

// Posts.
extension DirectoryMethods {
    func getMemberDetail(_ method: DirectoryAPI.GetMemberDetail) -> ServedMethod {
        endpoint.read(method) { request, caller, store, _ throws(DomainError) in
            let id = try MemberID(request.id)
            let size = try PageSize(request.pageSize)
            let member = try store.member(id).unwrapped(or: .memberNotFound(id))
            var response = GetMemberDetailResponse(member: NoteletAPI.Member(member))
            response.postCount = Int64(clamping: member.postCount)
            var byteCount = 0
            let next = try store.visitPosts(of: .author(id), before: nil, limit: size.count) {
                post in
                response.posts.append(NoteletAPI.Post(post))
                byteCount += post.text.utf8.count
                return byteCount < DomainLimits.pageByteCountMax ? .next : .last
            }
            response.nextCursor = endpoint.dependencies.cursors.cursor(
                to: next,
                in: .ofMethod(ListedMethod(DirectoryAPI.listPosts), of: id.opaque.high),
                of: caller.user
            )
            return response
        }
    }

    func listPosts(_ method: DirectoryAPI.ListPosts) -> ServedMethod {
        endpoint.listOfOne(method) { request, _, store throws(DomainError) in
            let id = try MemberID(request.authorID, field: "author_id")
            _ = try store.member(id).unwrapped(or: .memberNotFound(id))
            let visit: ListPages.Visit = { place, limit, visit throws(DomainError) in
                try store.visitPosts(of: .author(id), before: place, limit: limit) {
                    visit(encode(NoteletAPI.Post($0)).span.bytes)
                }
            }
            return (id.opaque.high, visit)
        }
    }

    func createPost(_ method: DirectoryAPI.CreatePost) -> ServedMethod {
        endpoint.change(
            method,
            for: .ordinary,
            replyForm: .plain,
            observer: counts.counting(.postsCreated)
        ) {
            [endpoint]
            request,
            caller,
            _ throws(DomainError) in
            let author = try MemberID(request.authorID, field: "author_id")
            let new = try NewPost(request.text)
            try endpoint.dependencies.limiter[.memberPosts].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                let post = try store.create(new, as: author, by: caller, context)
                return CreatePostResponse(post: NoteletAPI.Post(post))
            }
        }
    }

    func deletePost(_ method: DirectoryAPI.DeletePost) -> ServedMethod {
        endpoint.perform(method, for: .vital, observer: counts.counting(.postsDeleted)) {
            request,
            caller,
            _ throws(DomainError) in
            let id = try PostID(request.id)
            return { store, _ throws(DomainError) in try store.deletePost(id, for: caller) }
        }
    }
}
