import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// The commands about surveys and what was answered to them.
enum SurveyCommands {
    static let survey = Command(
        "survey",
        summary: "Make surveys, close them, and read what was answered",
        subcommands: [create, close, list, submissions]
    )

    private typealias API = RewardsAdministrationAPI

    private static let id = Argument.id("SURVEY", of: "a", "survey")
    private static let file = Argument(
        "FILE",
        .file,
        help: "A survey as JSON; '-' reads standard input."
    )

    private static let create = Command(
        "create",
        summary: "Make a survey, which can be answered at once",
        discussion: """
            FILE is an object of JSON such as \(SurveyFile.example)

            A question is of the kind text, one_choice or several_choices; those of choices have \
            "options", and any but one_choice may have a "maximum", of characters or of choices. \
            "description" and "estimated_minutes" may be left out. A survey as 'rewards survey \
            list --json' shows it is taken as well, and makes another one.
            """,
        arguments: [file],
        doing: { context, server in
            let request = CreateSurveyRequest(
                survey: try SurveyFile(path: context[file]).survey
            )
            let response = try await server.call(API.createSurvey, request)
            let made = response.survey ?? ListedSurvey()
            return Deed(
                [("survey", ListedSurvey.form.json(made))],
                "The survey \(shownID(made.shown.id)) is there."
            )
        }
    )

    private static let close = Command(
        "close",
        summary: "End a survey before it expires",
        discussion: "What was answered stays, and so do the points that were given for it.",
        arguments: [id],
        confirming: { ($0[id].uuid, "The survey \($0[id].uuid) is closed") },
        doing: { context, server in
            let request = CloseSurveyRequest(id: context[id].bytes)
            let response = try await server.call(API.closeSurvey, request)
            let closed = response.survey ?? ListedSurvey()
            return Deed(
                [("survey", ListedSurvey.form.json(closed))],
                "The survey \(context[id].uuid) is closed. It was answered "
                    + "\(closed.submissionCount) times."
            )
        }
    )

    private static let list = Command(
        "list",
        summary: "List all surveys, newest first, also those that are over",
        listing: ListedSurvey.form,
        by: API.listSurveys
    ) { _, _ in ListSurveysRequest() }

    private static let submissions = Command(
        "submissions",
        summary: "Show what was answered to a survey, in the order in which it came",
        discussion: """
            It is read page by page, however much it is. With --json, or --format jsonl, what \
            somebody answered is a line; so it is with --format csv, for spreadsheets, which has a \
            column for each question, and an apostrophe before what a spreadsheet would take for a \
            formula. What people answered goes with their accounts, so that numbers may be missing.
            """,
        options: RecordLists.options,
        arguments: [id],
        asking: { context, server in
            let id = context[id]
            let survey = try await survey(id, at: server)
            let isSheet = context.invocation.rowFormat == .csv
            let form =
                isSheet ? ListedSubmission.sheet(of: survey) : ListedSubmission.form(of: survey)
            var list = try RecordList(from: .server(server), as: form, context)
            let request = ListSubmissionsRequest(surveyID: id.bytes)
            try await server.forEachPage(of: API.listSubmissions, request) { try list.show($0) }
            try list.finish()
        }
    )

    /// A survey, for the words of its questions and options.
    private static func survey(
        _ id: OpaqueID,
        at server: AdminConnection
    ) async throws -> Survey {
        var found: Survey?
        try await server.forEachPage(of: API.listSurveys, .init()) { page in
            found = page.first { $0.shown.id == id.bytes }?.shown
            return found == nil
        }
        guard let found else {
            throw CommandFailure(.refused, "There is no survey \(id.uuid).")
        }
        return found
    }
}
