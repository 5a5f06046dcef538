/// The methods of `notelet.admin.v1.Administration`.
///
/// What operators ask of a running server. It is served on admin listeners alone, whose callers are
/// known by their connection, and is no part of the contract with applications.
package enum AdministrationAPI {
    private static let namespace = "notelet.admin.v1"
    private static let service = "notelet.admin.v1.Administration"

    /// An account or, by its id, a guest, and how much it has.
    package static let getUser = MethodDescriptor<
        GetUserRequest, GetUserResponse
    >(
        service: service,
        name: "GetUser",
        effect: .read,
        token: .none,
        namespace: namespace
    )

    /// A page of accounts, in the order in which they were opened.
    package static let listUsers = MethodDescriptor<
        ListUsersRequest, ListUsersResponse
    >(
        service: service,
        name: "ListUsers",
        effect: .read,
        token: .none,
        namespace: namespace
    )

    /// Signs an account or guest out everywhere, and lets it neither sign in nor get notes.
    package static let banUser = MethodDescriptor<
        ChangeUserRequest, ChangeUserResponse
    >(
        service: service,
        name: "BanUser",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Lets a banned account or guest in again; one that is inactive stays so.
    package static let unbanUser = MethodDescriptor<
        ChangeUserRequest, ChangeUserResponse
    >(
        service: service,
        name: "UnbanUser",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Puts an account to rest: signs it out everywhere, and lets it neither sign in nor get notes.
    package static let deactivateUser = MethodDescriptor<
        ChangeUserRequest, ChangeUserResponse
    >(
        service: service,
        name: "DeactivateUser",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Lets an inactive account sign in again; one that is banned stays so.
    package static let activateUser = MethodDescriptor<
        ChangeUserRequest, ChangeUserResponse
    >(
        service: service,
        name: "ActivateUser",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Gives an account a premium plan until a moment, in place of the plan it has.
    package static let grantPremium = MethodDescriptor<
        GrantPremiumRequest, ChangeUserResponse
    >(
        service: service,
        name: "GrantPremium",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Makes the plan of an account the free one; contacts beyond its limit stay.
    package static let revokePremium = MethodDescriptor<
        ChangeUserRequest, ChangeUserResponse
    >(
        service: service,
        name: "RevokePremium",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Makes a code with which the owner of an account sets a new password.
    package static let issueResetCode = MethodDescriptor<
        IssueResetCodeRequest, IssueResetCodeResponse
    >(
        service: service,
        name: "IssueResetCode",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Signs an account or guest out everywhere.
    package static let revokeSessions = MethodDescriptor<
        ChangeUserRequest, ChangeUserResponse
    >(
        service: service,
        name: "RevokeSessions",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Deletes an account or guest: at once for everybody, its records within minutes.
    package static let deleteUser = MethodDescriptor<
        ChangeUserRequest, ChangeUserResponse
    >(
        service: service,
        name: "DeleteUser",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// A page of reports, newest first, without what the notes said.
    package static let listReports = MethodDescriptor<
        ListReportsRequest, ListReportsResponse
    >(
        service: service,
        name: "ListReports",
        effect: .read,
        token: .none,
        namespace: namespace
    )

    /// One report, with what the note said.
    package static let getReport = MethodDescriptor<
        GetReportRequest, GetReportResponse
    >(
        service: service,
        name: "GetReport",
        effect: .read,
        token: .none,
        namespace: namespace
    )

    /// Keeps how a report was dealt with, in place of what was said before.
    package static let resolveReport = MethodDescriptor<
        ResolveReportRequest, ResolveReportResponse
    >(
        service: service,
        name: "ResolveReport",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Who sent a reported note; recorded in the audit log before it is told.
    package static let revealReportedSender = MethodDescriptor<
        RevealReportedSenderRequest, RevealReportedSenderResponse
    >(
        service: service,
        name: "RevealReportedSender",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Removes a note from its receiver's view, as the receiver could.
    package static let removeNote = MethodDescriptor<
        RemoveNoteRequest, RemoveNoteResponse
    >(
        service: service,
        name: "RemoveNote",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Lets whoever sent a note in no more, and tells nobody who it is.
    package static let banSender = MethodDescriptor<
        NoteReference, ChangeSenderResponse
    >(
        service: service,
        name: "BanSender",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Takes back the ban of whoever sent a note.
    package static let unbanSender = MethodDescriptor<
        NoteReference, ChangeSenderResponse
    >(
        service: service,
        name: "UnbanSender",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// The words that the operator lets nobody send.
    package static let listWords = MethodDescriptor<
        ListWordsRequest, ListWordsResponse
    >(
        service: service,
        name: "ListWords",
        effect: .read,
        token: .none,
        namespace: namespace
    )

    /// Lets notes with a word arrive nowhere; whoever sends one notices nothing.
    package static let addWord = MethodDescriptor<
        ChangeWordRequest, ChangeWordResponse
    >(
        service: service,
        name: "AddWord",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// Lets notes with a word arrive again, from now on.
    package static let removeWord = MethodDescriptor<
        ChangeWordRequest, ChangeWordResponse
    >(
        service: service,
        name: "RemoveWord",
        effect: .write,
        token: .none,
        namespace: namespace
    )

    /// What happened on each day, and in all.
    package static let getStatistics = MethodDescriptor<
        GetStatisticsRequest, GetStatisticsResponse
    >(
        service: service,
        name: "GetStatistics",
        effect: .read,
        token: .none,
        namespace: namespace
    )

    /// What receivers get and do, as it happens, without what is said.
    package static let tail = MethodDescriptor<
        TailRequest, TailEvent
    >(
        service: service,
        name: "Tail",
        kind: .serverStreaming,
        effect: .read,
        token: .none,
        namespace: namespace
    )

    /// The service as a whole.
    package static let descriptor = ServiceDescriptor(
        name: service,
        methods: [
            getUser.summary,
            listUsers.summary,
            banUser.summary,
            unbanUser.summary,
            deactivateUser.summary,
            activateUser.summary,
            grantPremium.summary,
            revokePremium.summary,
            issueResetCode.summary,
            revokeSessions.summary,
            deleteUser.summary,
            listReports.summary,
            getReport.summary,
            resolveReport.summary,
            revealReportedSender.summary,
            removeNote.summary,
            banSender.summary,
            unbanSender.summary,
            listWords.summary,
            addWord.summary,
            removeWord.summary,
            getStatistics.summary,
            tail.summary,
        ]
    )
}
