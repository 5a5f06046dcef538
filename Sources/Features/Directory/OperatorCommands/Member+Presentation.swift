import CommandLineInterface
import NoteletAPI
import OperatorCommands

extension Member {
    /// How members are shown.
    static let form = RowForm<Member>(
        "members",
        "member",
        fields: [
            .text("id") { shownID($0.id) }, .text("name", \.name), .text("email", \.email),
            .moment("joined_at", \.joinedAt), .text("status") { $0.status.plainName },
        ],
        columns: [
            .text("name", \.name), .text("e-mail", \.email),
            .moment("joined", fitting: .wholeOrOmitted, \.joinedAt),
            .text("status") { $0.status.plainName },
            .text("id", fitting: .whole) { shownID($0.id) },
        ]
    )
}
