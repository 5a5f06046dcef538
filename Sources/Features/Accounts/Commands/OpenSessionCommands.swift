import CommandLineInterface
import NoteletClient
import PersonCommands

/// Where somebody is signed in, and ending a session of another place.
enum OpenSessionCommands {
    private static let id = Argument<ObjectReference>.reference(
        to: Wording("세션", "a session")
    )

    private static let form = RowForm<OpenSession>(
        "sessions",
        "session",
        none: Wording("로그인하지 않았습니다.", "Nobody is signed in."),
        fields: [
            .id("id", \.id), .moment("opened_at", \.openedAt),
            .moment("refreshed_at", \.refreshedAt), .moment("expires_at", \.expiresAt),
            RowField("is_current") { .bool($0.isCurrent) },
        ],
        columns: [
            .id(\.id),
            .moment(Wording("로그인한 시각", "SIGNED IN"), fitting: .cut, \.openedAt),
            .moment(Wording("마지막 갱신", "REFRESHED"), fitting: .cut, \.refreshedAt),
            .wording(Wording("이 세션", "THIS ONE")) { Wording.yesOrNo($0.isCurrent) },
        ]
    )

    static let sessions = Command(
        "sessions",
        summary: Wording("어디에서 로그인했는지 봅니다", "Show where you are signed in"),
        options: [GlobalOptions.format],
        run: { context in
            try context.write(try await context.notelet.openSessions(), as: form)
        }
    )

    static let endSession = Command(
        "end-session",
        summary: Wording("다른 곳의 세션을 끝냅니다", "Sign out somewhere else"),
        arguments: [id],
        run: { context in
            let sessions = try await context.notelet.openSessions()
            let session = try await context[id].id(in: context, missing: .sessionNotFound) {
                sessions.map(\.id)
            }
            try refuseOwn(session, among: sessions, context)
            try await context.notelet.endSession(session)
            try context.write(
                [("session_id", identifier(session))],
                "세션을 끝냈습니다.",
                "The session has ended."
            )
        }
    )

    /// Signing out here asks a guest first, whose end it is, and forgets the session.
    private static func refuseOwn(
        _ session: [UInt8],
        among sessions: [OpenSession],
        _ context: CommandContext
    ) throws(CommandFailure) {
        guard sessions.contains(where: { $0.id == session && $0.isCurrent }) else { return }
        throw CommandFailure(
            .usage,
            context.phrase(
                "지금 이 세션입니다. logout으로 끝내시기 바랍니다.",
                "This is the session you use: end it with logout."
            )
        )
    }
}
