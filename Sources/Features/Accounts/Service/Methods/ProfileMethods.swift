internal import AccountRules
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves profiles and personal links.
struct ProfileMethods: AccountsProfilesService {
    let endpoint: Endpoint

    private var limiter: RateLimiter { endpoint.dependencies.limiter }
    private var linkBaseURL: String { endpoint.dependencies.linkBaseURL }

    func getProfile(_ method: ProfilesAPI.GetProfile) -> ServedMethod {
        endpoint.read(method) { _, caller, store, _ throws(DomainError) in
            let user = try store.account(of: caller)
            return GetProfileResponse(user: NoteletAPI.User(user, linkBaseURL: linkBaseURL))
        }
    }

    func updateProfile(_ method: ProfilesAPI.UpdateProfile) -> ServedMethod {
        endpoint.change(method, for: .ordinary, replyForm: .sealed) {
            request,
            caller,
            _ throws(DomainError) in
            let command = try UpdateProfile(request, by: caller)
            return { store, _ throws(DomainError) in
                let user = try command.run(in: store)
                return UpdateProfileResponse(
                    user: NoteletAPI.User(user, linkBaseURL: linkBaseURL)
                )
            }
        }
    }

    func findByLink(_ method: ProfilesAPI.FindByLink) -> ServedMethod {
        endpoint.readOpenly(method, through: limiter[.linkLookUps]) {
            request,
            _,
            store,
            _ throws(DomainError) in
            let user = try store.activeUser(behind: request.link)
            return FindByLinkResponse(
                profile: NoteletAPI.PublicProfile(AccountRules.PublicProfile(of: user))
            )
        }
    }

    func getPublicProfile(_ method: ProfilesAPI.GetPublicProfile) -> ServedMethod {
        endpoint.read(method) { request, _, store, _ throws(DomainError) in
            let id = try UserID(request.userID, field: "user_id")
            let profile = AccountRules.PublicProfile(of: try store.activeUser(id))
            return GetPublicProfileResponse(profile: NoteletAPI.PublicProfile(profile))
        }
    }

    func rotateLink(_ method: ProfilesAPI.RotateLink) -> ServedMethod {
        endpoint.change(method, for: .vital, replyForm: .sealed) {
            _,
            caller,
            _ throws(DomainError) in
            try limiter[.linkChanges].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                let token = try RotateLink(identity: caller).run(in: store, context)
                let link = AccountRules.PersonalLink(token: token, baseURL: linkBaseURL)
                return RotateLinkResponse(personalLink: NoteletAPI.PersonalLink(link))
            }
        }
    }

    func switchOffLink(_ method: ProfilesAPI.SwitchOffLink) -> ServedMethod {
        endpoint.perform(method, for: .vital) { _, caller, _ in
            { store, _ throws(DomainError) in
                try SwitchOffLink(identity: caller).run(in: store)
            }
        }
    }
}

extension UpdateProfile {
    /// Checks a request.
    fileprivate init(
        _ request: UpdateProfileRequest,
        by caller: Identity
    ) throws(DomainError) {
        self.init(identity: caller)
        if let username = request.username {
            self.username = try Username(username)
        }
        if let url = request.profileImageURL {
            profileImageURL = url.isEmpty ? .remove : .set(try ImageURL(url))
        }
        if let policy = request.senderPolicy {
            senderPolicy = try AccountRules.SenderPolicy(policy)
        }
        anonymousTimes = request.coarseTimes.map { $0 ? .day : .minute }
    }
}
