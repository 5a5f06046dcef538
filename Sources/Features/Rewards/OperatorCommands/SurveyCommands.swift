import AccountOperatorCommands
import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// The commands about surveys and what was answered to them.
enum SurveyCommands {
    static let survey = Command(
        "survey",
        summary: "Make surveys, say when they end, and read what was answered",
        subcommands: [create, update, close, list, submissions, results]
    )

    private typealias API = RewardsAdministrationAPI

    private static let id = Argument.id("SURVEY", of: "a", "survey")
    private static let file = Argument(
        "FILE",
        .file,
        help: "A survey as JSON; '-' reads standard input."
    )
    private static let reference = DeedName.option(of: "the survey", again: "makes no other")
    private static let expires = Option<Instant?>.optional(
        "expires",
        .moment,
        help: "From when on it cannot be answered any more; by default that stays."
    )

    private static let create = Command(
        "create",
        summary: "Make a survey, which can be answered at once",
        discussion: """
            FILE is an object of JSON such as \(SurveyFile.example)

            A question is of the kind text, one_choice or several_choices; those of choices have \
            "options", and any but one_choice may have a "maximum", of characters or of choices. \
            "description", "estimated_minutes" and "submissions_max", which says how often it may \
            be answered in all, may be left out. A survey as 'rewards survey list --json' shows it \
            is taken as well, and makes another one.
            """,
        options: [reference],
        arguments: [file],
        doing: { context, server in
            let name = context[reference] ?? DeedName.new()
            let request = CreateSurveyRequest(
                survey: try SurveyFile(path: context[file]).survey,
                reference: Array(name.utf8)
            )
            let response = try await server.call(API.createSurvey, request, called: name)
            let made = response.survey ?? ListedSurvey()
            return Deed(
                [("survey", ListedSurvey.form.json(made)), ("reference", .string(name))],
                "The survey \(shownID(made.shown.id)) is there, called \(name)."
            )
        }
    )

    private static let update = Command(
        "update",
        summary: "Say until when a survey can be answered, and how often",
        discussion: "One that has expired can be answered again; one that was closed cannot.",
        options: [expires, RewardAmounts.submissionsMax],
        arguments: [id],
        doing: { context, server in
            let request = UpdateSurveyRequest(
                id: context[id].bytes,
                expiresAt: context[expires].map { Timestamp($0) },
                submissionsMax: context[RewardAmounts.submissionsMax].map { Int32(clamping: $0) }
            )
            let response = try await server.call(API.updateSurvey, request)
            let updated = response.survey ?? ListedSurvey()
            return Deed(
                [("survey", ListedSurvey.form.json(updated))],
                "The survey \(context[id].uuid) ends as it was said."
            )
        }
    )

    private static let close = Command(
        "close",
        summary: "End a survey before it expires",
        discussion: "What was answered stays, and so do the points that were given for it.",
        arguments: [id],
        confirming: { ($0[id].uuid, "The survey \($0[id].uuid) will be closed") },
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
            column for each question, an apostrophe before what a spreadsheet would take for a \
            formula, and what would command a terminal made visible. What people answered goes \
            with their accounts, so that numbers may be missing.
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

    private static let results = Command(
        "results",
        summary: "Count how often each option of a survey was chosen",
        discussion: """
            All that was answered is read for it, page by page, but for what went with accounts. \
            Of a question that a text answers there is how many answered it.
            """,
        options: RecordLists.options,
        arguments: [id],
        asking: { context, server in
            let id = context[id]
            var results = SurveyResults(of: try await survey(id, at: server))
            let request = ListSubmissionsRequest(surveyID: id.bytes)
            try await server.forEachPage(of: API.listSubmissions, request) { page in
                for submission in page { results.count(submission) }
                return true
            }
            var list = try RecordList(from: .server(server), as: SurveyResult.form, context)
            _ = try list.show(results.all)
            try list.finish()
        }
    )

    /// A survey, for the words of its questions and options.
    private static func survey(
        _ id: OpaqueID,
        at server: AdminConnection
    ) async throws -> Survey {
        let request = GetListedSurveyRequest(id: id.bytes)
        let missing = "There is no survey \(id.uuid)."
        let response = try await server.call(API.getListedSurvey, request, missing: missing)
        return (response.survey ?? ListedSurvey()).shown
    }
}
