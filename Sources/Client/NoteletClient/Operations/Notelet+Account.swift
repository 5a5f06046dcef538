extension Notelet {
    /// Sets a new password and ends all other sessions.
    ///
    /// - Parameters:
    ///   - currentPassword: The password until now.
    ///   - newPassword: The password from now on.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials` or `weakPassword`.
    public func changePassword(
        from currentPassword: String,
        to newPassword: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        let request = ChangePasswordRequest(
            currentPassword: currentPassword,
            newPassword: newPassword
        )
        _ = try await call(AccountsAPI.changePassword, request, idempotencyKey: key)
    }

    /// Sets a new e-mail address and ends all other sessions.
    ///
    /// - Parameters:
    ///   - email: The address from now on.
    ///   - password: The password.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The account as it is now.
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials` or `emailTaken`.
    @discardableResult
    public func changeEmail(
        to email: String,
        password: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> User {
        let request = ChangeEmailRequest(email: email, password: password)
        return try await call(AccountsAPI.changeEmail, request, giving: \.user, idempotencyKey: key)
    }

    /// Sets a new password by a code that an operator handed over, and ends all sessions.
    ///
    /// - Parameters:
    ///   - code: The code as it was handed over; its case, hyphens and spaces do not matter.
    ///   - newPassword: The password from now on.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `resetCodeInvalid` or `weakPassword`.
    public func resetPassword(
        code: String,
        to newPassword: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        let request = ResetPasswordRequest(code: code, newPassword: newPassword)
        _ = try await call(AccountsAPI.resetPassword, request, idempotencyKey: key)
    }

    /// Streams everything that the service keeps about the caller.
    ///
    /// - Parameter password: The password; it is asked again, since an export is what a thief of a
    ///   session wants most.
    /// - Returns: The parts.
    public func export(password: String) -> ExportSequence {
        ExportSequence(notelet: self, request: ExportDataRequest(password: password))
    }

    /// Deletes the account: at once for everybody.
    ///
    /// What others received stays as it was.
    ///
    /// - Parameters:
    ///   - password: The password; empty for a guest.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
    public func deleteAccount(
        password: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        let label = try await sessions.label()
        _ = try await call(
            AccountsAPI.deleteAccount,
            DeleteAccountRequest(password: password),
            idempotencyKey: key
        )
        if let label { try await sessions.end(label) }
    }

    /// Asks the server whether it serves.
    ///
    /// - Returns: Its state, version and clock.
    /// - Throws: `NoteletError`.
    public func check() async throws(NoteletError) -> CheckResponse {
        try await call(HealthAPI.check, CheckRequest())
    }
}
