import CommandLineInterface
import NoteletClient
import PersonCommands

/// The end of an account.
enum DeletionCommand {
    private static let yes = Option<Bool>.flag(
        "yes",
        help: Wording("사용자 이름을 묻지 않고 삭제합니다.", "Delete without asking for the username.")
    )

    static let deleteAccount = Command(
        "delete-account",
        summary: Wording(
            "계정과 그 모든 것을 삭제합니다. 다른 사람이 받은 것은 남습니다",
            "Delete the account with all it has; what others received stays"
        ),
        options: [yes, PasswordSource.standardInput],
        run: { context in
            let identity = try await context.notelet.currentUser()
            if !context[yes] { try confirm(identity, context) }
            // A guest has no password; without any session the service says what is missing.
            var password = ""
            if case .user? = identity { password = try PasswordSource.password(context) }
            try await context.notelet.deleteAccount(password: password)
            try context.write([("deleted", .bool(true))]) {
                context.phrase("계정을 삭제했습니다.\n", "The account is deleted.\n")
            }
        }
    )

    private static func confirm(
        _ identity: GetCurrentUserResponse.Identity?,
        _ context: CommandContext
    ) throws {
        let word = if case .user(let user)? = identity { user.username } else { "guest" }
        try context.requireConfirmation(
            word,
            warning: context.phrase(
                "계정 삭제는 되돌릴 수 없습니다.",
                "Deleting an account cannot be taken back."
            ),
            refusal: context.phrase("삭제하지 않았습니다.", "Nothing was deleted.")
        )
    }
}
