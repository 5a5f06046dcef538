/// The methods of `notelet.v1.Accounts`.
///
/// Accounts, sessions and guests.
public enum AccountsAPI {
    private static let service = "notelet.v1.Accounts"

    /// Opens an account and signs in.
    ///
    /// No token needed.
    public static let signUp = MethodDescriptor<SignUpRequest, SignUpResponse>(
        service: service,
        name: "SignUp",
        effect: .write,
        token: .none
    )

    /// Signs in with e-mail or username, and password.
    ///
    /// No token needed.
    public static let logIn = MethodDescriptor<LogInRequest, LogInResponse>(
        service: service,
        name: "LogIn",
        effect: .write,
        token: .none
    )

    /// Makes an identity without an account, for a visitor of a personal link who wants to read the
    /// answer later.
    ///
    /// No token needed.
    public static let createGuest = MethodDescriptor<CreateGuestRequest, CreateGuestResponse>(
        service: service,
        name: "CreateGuest",
        effect: .write,
        token: .none
    )

    /// Trades a refresh token for the next session.
    ///
    /// The spent token gets the same session again for 30 seconds while that is unused (its reply
    /// may have been lost); after that its reappearance ends every session that came of the same
    /// log-in. No access token needed.
    public static let refresh = MethodDescriptor<RefreshRequest, RefreshResponse>(
        service: service,
        name: "Refresh",
        effect: .write,
        token: .none
    )

    /// Ends this session, or all of them.
    public static let logOut = MethodDescriptor<LogOutRequest, LogOutResponse>(
        service: service,
        name: "LogOut",
        effect: .write,
        token: .required
    )

    /// Who the caller is: the account, a guest, or nobody when no valid token was sent.
    public static let getCurrentUser = MethodDescriptor<
        GetCurrentUserRequest, GetCurrentUserResponse
    >(
        service: service,
        name: "GetCurrentUser",
        effect: .read,
        token: .optional
    )

    /// Sets a new password and ends all other sessions.
    public static let changePassword = MethodDescriptor<
        ChangePasswordRequest, ChangePasswordResponse
    >(
        service: service,
        name: "ChangePassword",
        effect: .write,
        token: .required
    )

    /// Sets a new e-mail address and ends all other sessions.
    public static let changeEmail = MethodDescriptor<ChangeEmailRequest, ChangeEmailResponse>(
        service: service,
        name: "ChangeEmail",
        effect: .write,
        token: .required
    )

    /// Sets a new password by a code that an operator handed over, and ends all sessions.
    public static let resetPassword = MethodDescriptor<ResetPasswordRequest, ResetPasswordResponse>(
        service: service,
        name: "ResetPassword",
        effect: .write,
        token: .none
    )

    /// Streams everything the service keeps about the caller, in parts.
    public static let exportData = MethodDescriptor<ExportDataRequest, ExportDataResponse>(
        service: service,
        name: "ExportData",
        kind: .serverStreaming,
        effect: .read,
        token: .required,
        isPadded: true
    )

    /// Deletes the account: at once for everybody, its records within minutes.
    ///
    /// What others received stays as it was.
    public static let deleteAccount = MethodDescriptor<DeleteAccountRequest, DeleteAccountResponse>(
        service: service,
        name: "DeleteAccount",
        effect: .write,
        token: .required
    )

    /// The service as a whole.
    public static let descriptor = ServiceDescriptor(
        name: service,
        methods: [
            signUp.summary,
            logIn.summary,
            createGuest.summary,
            refresh.summary,
            logOut.summary,
            getCurrentUser.summary,
            changePassword.summary,
            changeEmail.summary,
            resetPassword.summary,
            exportData.summary,
            deleteAccount.summary,
        ]
    )
}
