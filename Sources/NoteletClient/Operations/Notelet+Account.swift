extension Notelet {
    /// Sets a new password and ends all other sessions.
    ///
    /// - Parameters:
    ///   - currentPassword: The password until now.
    ///   - newPassword: The password from now on.
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials` or `weakPassword`.
    public func changePassword(
        from currentPassword: String,
        to newPassword: String
    ) async throws(NoteletError) {
        let request = ChangePasswordRequest(
            currentPassword: currentPassword,
            newPassword: newPassword
        )
        _ = try await call(AccountsAPI.changePassword, request)
    }

    /// Sets a new password by a code that an operator handed over, and ends all sessions.
    ///
    /// - Parameters:
    ///   - code: The code as it was handed over; its case, hyphens and spaces do not matter.
    ///   - newPassword: The password from now on.
    /// - Throws: `NoteletError`, `refused` with `resetCodeInvalid` or `weakPassword`.
    public func resetPassword(
        code: String,
        to newPassword: String
    ) async throws(NoteletError) {
        let request = ResetPasswordRequest(code: code, newPassword: newPassword)
        _ = try await call(AccountsAPI.resetPassword, request)
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
    /// - Parameter password: The password; empty for a guest.
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
    public func deleteAccount(password: String) async throws(NoteletError) {
        _ = try await call(AccountsAPI.deleteAccount, DeleteAccountRequest(password: password))
        try await sessions.end()
    }

    /// Asks the server whether it serves.
    ///
    /// - Returns: Its state, version and clock.
    /// - Throws: `NoteletError`.
    public func check() async throws(NoteletError) -> CheckResponse {
        try await call(HealthAPI.check, CheckRequest())
    }
}
