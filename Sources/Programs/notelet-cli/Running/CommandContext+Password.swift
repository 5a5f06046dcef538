import NoteletClient

extension CommandContext {
    /// Finds out whether a password is that of the account, and leaves everything as it is: by a
    /// session of its own, which ends again.
    ///
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
    func check(password: String) async throws {
        guard case .user(let user)? = try await notelet.currentUser() else { return }
        let visitor = try connect(keeping: MemorySessionStore())
        do {
            try await visitor.logIn(email: user.email, password: password)
            try await visitor.logOut()
        } catch {
            await visitor.close()
            throw error
        }
        await visitor.close()
    }
}
