import AccountRules
import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// A code for somebody who has lost the password.
enum ResetPasswordCommand {
    private static let valid = Option<Duration>(
        "valid",
        .lifetime,
        default: "24h",
        help: "How long the code can be used, from 10m to 7d."
    )

    static let resetPassword = Command(
        "reset-password",
        summary: "Make a code with which the owner of an account sets a new password",
        discussion: """
            Hand the code over to the person, of whom you have to be sure, and to nobody else. It \
            can be used once, by 'notelet-cli reset-password' or in an application, and ends all \
            sessions then. Until that nothing changes. A new code makes the one before worth \
            nothing, and so does a change of the password. Both the code and its use are \
            recorded, without the code.
            """,
        options: [valid],
        arguments: [UserCommands.reference],
        doing: { context, connection in
            let (user, _) = try await UserCommands.find(
                context[UserCommands.reference],
                at: connection
            )
            let response = try await connection.call(
                AdministrationAPI.issueResetCode,
                IssueResetCodeRequest(
                    id: OpaqueID(uuid: user.id)?.bytes ?? [],
                    lifetimeSeconds: context[valid].components.seconds
                )
            )
            let end = response.expiresAt.map { Moment($0) }
            return Deed(
                [
                    ("user", user.json), ("code", .string(response.code)),
                    ("expires_at", end.json),
                ],
                "The code for \(user.name), until \(end?.shortText ?? "") UTC: \(response.code)"
            )
        }
    )
}

extension ValueSyntax<Duration> {
    /// How long a code can be used.
    fileprivate static let lifetime = ValueSyntax(
        placeholder: "TIME",
        expectation: "a time from 10m to 7d, such as 24h",
        parse: { text in
            ValueSyntax.duration.parse(text).flatMap { duration in
                let seconds = duration.components.seconds
                return IssueResetCode.lifetimesSeconds.contains(seconds) ? duration : nil
            }
        }
    )
}
