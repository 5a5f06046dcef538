import NoteletAPI

@testable import Serving

extension World {
    /// The request of a method of accounts that Alice may call, encoded.
    func accountPayload(of method: MethodSummary) -> [UInt8] {
        method.service == AccountsAPI.descriptor.name
            ? accountPayload(method.name) : profilePayload(method.name)
    }

    private func accountPayload(_ name: String) -> [UInt8] {
        let password = TestService.password
        return switch name {
        case "SignUp":
            encode(
                SignUpRequest(username: "carol", email: "carol@example.com", password: password)
            )
        case "LogIn": encode(LogInRequest(email: alice.user.email, password: password))
        case "CreateGuest": encode(CreateGuestRequest())
        case "Refresh": encode(RefreshRequest(refreshToken: alice.session.refreshToken))
        case "LogOut": encode(LogOutRequest())
        case "ListSessions": encode(ListSessionsRequest())
        case "EndSession": encode(EndSessionRequest(sessionID: otherSessionID))
        case "GetCurrentUser": encode(GetCurrentUserRequest())
        case "ChangePassword":
            encode(ChangePasswordRequest(currentPassword: password, newPassword: password + "!"))
        case "ChangeEmail":
            encode(ChangeEmailRequest(email: "alice@example.org", password: password))
        case "ResetPassword":
            encode(ResetPasswordRequest(code: resetCode, newPassword: password))
        case "ExportData": encode(ExportDataRequest(password: password))
        case "DeleteAccount": encode(DeleteAccountRequest(password: password))
        default: preconditionFailure("Accounts.\(name) has no sample request.")
        }
    }

    private func profilePayload(_ name: String) -> [UInt8] {
        switch name {
        case "GetProfile": encode(GetProfileRequest())
        case "UpdateProfile": encode(UpdateProfileRequest(username: "alicia"))
        case "FindByLink": encode(FindByLinkRequest(link: bob.link))
        case "GetPublicProfile": encode(GetPublicProfileRequest(userID: bob.user.id))
        case "RotateLink": encode(RotateLinkRequest())
        case "SwitchOffLink": encode(SwitchOffLinkRequest())
        default: preconditionFailure("Profiles.\(name) has no sample request.")
        }
    }
}
