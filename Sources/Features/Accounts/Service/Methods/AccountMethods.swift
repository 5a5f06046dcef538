internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves opening, changing and deleting accounts, sessions, and the export of one's own data.
struct AccountMethods: AccountsService {
    let endpoint: Endpoint

    var dependencies: ServiceDependencies { endpoint.dependencies }
    var limiter: RateLimiter { dependencies.limiter }
    var check: PasswordCheck { PasswordCheck(dependencies: dependencies) }

    func signUp(_ method: AccountsAPI.SignUp) -> ServedMethod {
        endpoint.changeOpenlyAfterHashing(method, for: .ordinary, replyForm: .sealed) {
            request,
            origin throws(DomainError) in
            let username = try Username(request.username)
            let email = try EmailAddress(request.email)
            let password = try Password(
                composed: TypedPassword(request.password).composed,
                username: username,
                email: email
            )
            try limiter[.signUps].pass(RateKey(origin))
            return { () throws(DomainError) in
                let command = SignUp(
                    username: username,
                    email: email,
                    passwordHash: try dependencies.passwords.hash(password.text)
                )
                return { store, context throws(DomainError) in
                    let (user, session) = try command.run(in: store, context)
                    return SignUpResponse(
                        user: NoteletAPI.User(user, linkBaseURL: dependencies.linkBaseURL),
                        session: NoteletAPI.Session(session)
                    )
                }
            }
        }
    }

    func createGuest(_ method: AccountsAPI.CreateGuest) -> ServedMethod {
        endpoint.changeOpenly(method, for: .ordinary, replyForm: .sealed) {
            _,
            origin throws(DomainError) in
            try limiter[.guests].pass(RateKey(origin))
            return { store, context throws(DomainError) in
                let grant = try CreateGuest().run(in: store, context)
                return CreateGuestResponse(session: NoteletAPI.Session(grant))
            }
        }
    }

    func getCurrentUser(_ method: AccountsAPI.GetCurrentUser) -> ServedMethod {
        endpoint.readOpenly(method) { _, caller, store, _ throws(DomainError) in
            guard let caller else { return GetCurrentUserResponse(identity: nil) }
            switch caller.kind {
            case .guest:
                let id = store.userID(of: caller.user).opaque.bytes
                return GetCurrentUserResponse(identity: .guest(Guest(id: id)))
            case .account:
                let user = try store.account(of: caller)
                return GetCurrentUserResponse(
                    identity: .user(
                        NoteletAPI.User(user, linkBaseURL: dependencies.linkBaseURL)
                    )
                )
            }
        }
    }

    func changePassword(_ method: AccountsAPI.ChangePassword) -> ServedMethod {
        endpoint.changeAfterHashing(method, for: .vital, replyForm: .plain) {
            request,
            caller throws(DomainError) in
            try limiter[.passwordChecks].pass(RateKey(caller.user))
            return { () throws(DomainError) in
                let account = try check.account(of: caller, knowing: request.currentPassword)
                let password = try Password(
                    composed: TypedPassword(request.newPassword).composed,
                    username: account.username,
                    email: account.email
                )
                let command = ChangePassword(
                    identity: caller,
                    checkedHash: account.passwordHash,
                    newHash: try dependencies.passwords.hash(password.text)
                )
                return { store, _ throws(DomainError) in
                    try command.run(in: store)
                    return ChangePasswordResponse()
                }
            }
        }
    }

    func changeEmail(_ method: AccountsAPI.ChangeEmail) -> ServedMethod {
        endpoint.changeAfterHashing(method, for: .ordinary, replyForm: .sealed) {
            request,
            caller throws(DomainError) in
            let email = try EmailAddress(request.email)
            try limiter[.passwordChecks].pass(RateKey(caller.user))
            return { () throws(DomainError) in
                let account = try check.account(of: caller, knowing: request.password)
                try limiter[.emailChanges].pass(RateKey(caller.user))
                let command = ChangeEmail(
                    identity: caller,
                    email: email,
                    checkedHash: account.passwordHash
                )
                return { store, _ throws(DomainError) in
                    let user = try command.run(in: store)
                    return ChangeEmailResponse(
                        user: NoteletAPI.User(user, linkBaseURL: dependencies.linkBaseURL)
                    )
                }
            }
        }
    }

    /// A code that is wrong costs as much as one that is right: the password is hashed for both.
    func resetPassword(_ method: AccountsAPI.ResetPassword) -> ServedMethod {
        endpoint.changeOpenlyAfterHashing(method, for: .vital, replyForm: .plain) {
            request,
            origin throws(DomainError) in
            try limiter[.signIns].pass(RateKey(origin))
            let code = ResetCode(request.code)
            return { () throws(DomainError) in
                let context = dependencies.context
                let account = try dependencies.store.read { store throws(DomainError) in
                    try ResetPassword.account(of: code, in: store, context)
                }
                let password = try Password(
                    composed: TypedPassword(request.newPassword).composed,
                    username: account?.username ?? Username(stored: ""),
                    email: account?.email ?? EmailAddress(stored: "")
                )
                let command = ResetPassword(
                    code: code,
                    newHash: try dependencies.passwords.hash(password.text)
                )
                return { store, context throws(DomainError) in
                    try command.run(in: store, context)
                    return ResetPasswordResponse()
                }
            }
        }
    }

    func deleteAccount(_ method: AccountsAPI.DeleteAccount) -> ServedMethod {
        endpoint.changeAfterHashing(method, for: .vital, replyForm: .plain) {
            request,
            caller throws(DomainError) in
            try limiter[.passwordChecks].pass(RateKey(caller.user))
            return { () throws(DomainError) in
                let checkedHash: PasswordHash? =
                    switch caller.kind {
                    case .guest: nil
                    case .account:
                        try check.account(of: caller, knowing: request.password).passwordHash
                    }
                let command = DeleteAccount(identity: caller, checkedHash: checkedHash)
                return { store, context throws(DomainError) in
                    try command.run(in: store, at: context.now)
                    return DeleteAccountResponse()
                }
            }
        }
    }
}

/// Asks somebody who is signed in for the password again; runs on the password pool.
struct PasswordCheck: Sendable {
    let dependencies: ServiceDependencies

    /// The caller's account, if the password is right.
    ///
    /// - Throws: `accountRequired`, `wrongCredentials`.
    func account(
        of caller: Identity,
        knowing password: String
    ) throws(DomainError) -> AccountRules.User {
        let account = try dependencies.store.read { store throws(DomainError) in
            try store.account(of: caller)
        }
        // By the account's number, which nobody but its sessions can speak for: guesses at the door
        // do not lock out who is inside.
        let (failures, key) = (dependencies.limiter.signInFailures, RateKey(caller.user))
        try failures.attempt(key, from: key)
        let typed = TypedPassword(password)
        guard dependencies.passwords.verify(typed.composed, against: account.passwordHash) else {
            throw .refused(.wrongCredentials)
        }
        failures.succeed(key, from: key)
        return account
    }
}
