import CommandLineInterface
import NoteletAPI

extension Mission {
    /// How missions are shown.
    static let form = RowForm<Mission>(
        "missions",
        "mission",
        none: "There is no mission.",
        fields: [
            .text("name", \.name), .text("title", \.title), .text("kind") { $0.kind.plainName },
            RowField("goal") { .number(Int64($0.goal)) },
            RowField("reward") { .number($0.reward) },
        ],
        columns: [
            .text("name", fitting: .whole, \.name), .text("kind") { $0.kind.plainName },
            .number("goal") { Int($0.goal) }, .number("points") { Int($0.reward) },
            .text("title", \.title),
        ]
    )
}

extension Achievement {
    /// How achievements are shown.
    static let form = RowForm<Achievement>(
        "achievements",
        "achievement",
        none: "There is no achievement.",
        fields: [
            .text("name", \.name), .text("title", \.title), .text("kind") { $0.kind.plainName },
            RowField("goal") { .number($0.goal) }, RowField("reward") { .number($0.reward) },
        ],
        columns: [
            .text("name", fitting: .whole, \.name), .text("kind") { $0.kind.plainName },
            .number("goal") { Int($0.goal) }, .number("points") { Int($0.reward) },
            .text("title", \.title),
        ]
    )
}
