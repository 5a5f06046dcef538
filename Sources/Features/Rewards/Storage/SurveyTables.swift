internal import Domain
internal import Records
internal import RewardRules
internal import StorageEngine

// Surveys and what was answered to them.

/// A survey, under its number.
struct SurveyRow: StoredRow {
    var key: UInt64 = 0
    var title = ""
    var description = ""
    var questions: [SurveyQuestion] = []
    var reward: UInt64 = 0
    var minutes: UInt64 = 0
    /// To the minute.
    var expiresAt = Instant(milliseconds: 0)
    var category = ""
    var createdAt = Instant(milliseconds: 0)
    /// Milliseconds since 1970; 0 where it was not closed.
    var closedAt: Int64 = 0
    var submissionCount: UInt64 = 0
    /// 0 for any number.
    var submissionsMax: UInt64 = 0
    /// Half a hash of what the operator calls it.
    var reference: [UInt8] = []
    /// As it was made.
    var firstExpiresAt = Instant(milliseconds: 0)
    var firstSubmissionsMax: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case title = 1
        case description = 2
        case questions = 3
        case reward = 4
        case minutes = 5
        case expiresAt = 6
        case category = 7
        case createdAt = 8
        case closedAt = 9
        case submissionCount = 10
        case submissionsMax = 11
        case reference = 12
        case firstExpiresAt = 13
        case firstSubmissionsMax = 14
    }

    static let kind = RecordKind("survey")

    /// When it ends.
    var end: SurveyEnd {
        SurveyEnd(storedExpiry: expiresAt, submissionsMax: submissionsMax)
    }
    /// Where it stands among those that can be answered; nil once it is closed, or was answered as
    /// often as it may be.
    var expiryPlace: UInt64? {
        let isOpen = closedAt == 0 && !end.isReached(by: submissionCount)
        return isOpen ? ExpiryPlace.of(expiresAt, key) : nil
    }
    var categoryName: CategoryName { CategoryName(stored: category) }
    var details: SurveyDetails {
        SurveyDetails(
            storedTitle: title,
            description: description,
            questions: questions,
            reward: Int64(clamping: reward),
            estimatedMinutes: Int32(clamping: minutes),
            end: SurveyEnd(storedExpiry: firstExpiresAt, submissionsMax: firstSubmissionsMax),
            category: categoryName
        )
    }
}

extension SurveyRow {
    init(_ survey: Survey) {
        let details = survey.details
        key = survey.number
        title = details.title
        description = details.description
        questions = details.questions
        reward = UInt64(clamping: details.reward)
        minutes = UInt64(clamping: details.estimatedMinutes)
        expiresAt = survey.end.expiresAt
        category = details.category.text
        createdAt = survey.createdAt
        closedAt = survey.closedAt?.milliseconds ?? 0
        submissionCount = survey.submissionCount
        submissionsMax = survey.end.submissionsMax
        reference = survey.reference.bytes
        firstExpiresAt = details.end.expiresAt
        firstSubmissionsMax = details.end.submissionsMax
    }

    /// The questions alone, as a dump has them.
    fileprivate struct Questions: StoredRecord {
        var all: [SurveyQuestion]

        enum CodingKeys: Int, CodingKey {
            case all = 1
        }

        static let kind = RecordKind("questions")
    }
}

/// What somebody answered to a survey.
struct SubmissionRow: StoredRow {
    /// Who answered, and the survey.
    var key = PersonPlace.blank
    /// Which one of the survey it is.
    var number: UInt64 = 0
    var answers: [SurveyAnswer] = []
    var submittedAt = Instant(milliseconds: 0)
    var awarded: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case number = 1
        case answers = 2
        case submittedAt = 3
        case awarded = 4
    }

    static let kind = RecordKind("submission")

    var submission: Submission {
        Submission(
            survey: key.number,
            person: key.person,
            number: number,
            answers: answers,
            submittedAt: submittedAt,
            awarded: Int64(clamping: awarded)
        )
    }
}

extension SubmissionRow {
    init(_ submission: Submission) {
        key = PersonPlace(submission.person, submission.survey)
        number = submission.number
        answers = submission.answers
        submittedAt = submission.submittedAt
        awarded = UInt64(clamping: submission.awarded)
    }

    /// The answers alone, as a dump has them.
    fileprivate struct Answers: StoredRecord {
        var all: [SurveyAnswer]

        enum CodingKeys: Int, CodingKey {
            case all = 1
        }

        static let kind = RecordKind("answers")
    }
}

/// That a survey is answered until a moment, of all or of a category.
typealias ExpiryRow = EntryRow<UInt64, UInt64>
typealias CategoryRow = EntryRow<CategoryPlace, UInt64>
/// That a survey was made under a name.
typealias SurveyReferenceRow = EntryRow<OpaqueID, UInt64>
/// That something was answered to a survey, in the order in which it came.
typealias SubmissionEntry = EntryRow<SubmissionPlace, PersonPlace>

extension KeyPurpose {
    /// The ids of surveys, which are their numbers.
    static let surveyID = KeyPurpose(rawValue: 32)
}

extension Schema {
    private static let operators = "operators make it"

    static let surveys: SchemaTable<SurveyRow> = SchemaTable(
        52,
        "surveys",
        key: ["number"],
        owner: .nobody,
        erasure: .stays(because: operators),
        archive: .kept(because: "it names nobody"),
        indexes: [
            TableIndex(surveysByExpiry, "it is not found among those that can be answered") {
                survey,
                _ in
                survey.expiryPlace.map { ExpiryRow($0, survey.key) }
            },
            TableIndex(surveysByCategory, "it is not found in its category") { survey, _ in
                survey.expiryPlace.map {
                    CategoryRow(CategoryPlace(survey.categoryName.digest, $0), survey.key)
                }
            },
            TableIndex(surveysByReference, "it is not found by its name") { survey, _ in
                OpaqueID(survey.reference).map { SurveyReferenceRow($0, survey.key) }
            },
        ],
        flaw: { survey, _ in
            survey.details.isLegal && survey.end.isLegal && survey.submissionCount.isCount
                ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "survey",
            place: 36,
            isShownWithoutSenders: true,
            moment: { $0.createdAt },
            fields: [
                .number("number", \.key),
                .id { survey, secrets in secrets.identifiers.seal(survey.key, 0, for: .surveyID) },
                .text("title", \.title),
                .text("description", \.description),
                Field("questions", .binary(questionsOfSurvey)),
                .number("reward", \.reward),
                .number("minutes", \.minutes),
                .moment("expires_at", \.expiresAt),
                .text("category", \.category),
                .moment("created_at", \.createdAt),
                Field("closed_at", .moment(closingOfSurvey)),
                .number("submission_count", \.submissionCount),
                .number("submissions_max", \.submissionsMax),
                .binary("reference", \.reference),
                .moment("first_expires_at", \.firstExpiresAt),
                .number("first_submissions_max", \.firstSubmissionsMax),
            ]
        )
    )

    private static let questionsOfSurvey = Access<SurveyRow, [UInt8]> { row, _ in
        SurveyRow.Questions(all: row.questions).encoded()
    } _: { row, bytes, _ throws(DumpProblem) in
        guard let questions = try? SurveyRow.Questions(bytes.span.bytes) else {
            throw DumpProblem("'questions' are none")
        }
        row.questions = questions.all
    }

    private static let closingOfSurvey = Access<SurveyRow, Instant> { row in
        row.closedAt == 0 ? nil : Instant(milliseconds: row.closedAt)
    } set: { row, moment in
        row.closedAt = moment.milliseconds
    }

    static let surveysByExpiry = SchemaTable<ExpiryRow>(
        53,
        "surveys_by_expiry",
        key: ["minute and survey"],
        owner: .nobody,
        erasure: .stays(because: operators),
        archive: .kept(because: "it names nobody"),
        entries: .leading(ExpiryRow.self, to: surveys.id, "it leads to no survey that expires then")
    )

    static let surveysByCategory = SchemaTable<CategoryRow>(
        54,
        "surveys_by_category",
        key: ["hash of the category", "minute and survey"],
        owner: .nobody,
        erasure: .stays(because: operators),
        archive: .kept(because: "it names nobody"),
        entries: .leading(CategoryRow.self, to: surveys.id, "it leads to no survey of the category")
    )

    static let surveysByReference = SchemaTable<SurveyReferenceRow>(
        64,
        "surveys_by_reference",
        key: ["half a hash"],
        owner: .nobody,
        erasure: .stays(because: operators),
        archive: .kept(because: "it names nobody"),
        entries: .leading(SurveyReferenceRow.self, to: surveys.id, "it leads to no survey")
    )

    static let submissions: SchemaTable<SubmissionRow> = SchemaTable(
        55,
        "submissions",
        key: ["person", "survey"],
        owner: .account,
        erasure: .ownStep { person, remaining, store throws(DomainError) in
            try store.eraseSubmissions(of: person, &remaining)
        },
        indexes: [
            TableIndex(submissionsOfSurveys, "its survey does not lead to it") { row, _ in
                SubmissionEntry(SubmissionPlace(row.key.number, row.number), row.key)
            }
        ],
        flaw: { row, exists in
            guard row.number.isCount else { return UInt64.flawOfCount }
            return exists(row.key.number.storedKey, surveys.id) ? nil : "its survey is not there"
        },
        disagreement: { row, store throws(DomainError) in
            try store.disagreement(of: row.submission)
        },
        line: DumpLine(
            "submission",
            place: 37,
            moment: { $0.submittedAt },
            fields: [
                .person("person", \.key.person),
                .number("survey", \.key.number),
                .number("number", \.number),
                Field("answers", .written(answersOfSubmission)),
                .moment("submitted_at", \.submittedAt),
                .number("awarded", \.awarded),
            ]
        )
    )

    /// As base64: a person wrote them, so a dump without contents leaves them out.
    private static let answersOfSubmission = Access<SubmissionRow, String> { row, _ in
        Base64URL.encode(SubmissionRow.Answers(all: row.answers).encoded())
    } _: { row, text, _ throws(DumpProblem) in
        guard let bytes = Base64URL.decode(text),
            let answers = try? SubmissionRow.Answers(bytes.span.bytes)
        else { throw DumpProblem("'answers' are none") }
        row.answers = answers.all
    }

    static let submissionsOfSurveys = SchemaTable<SubmissionEntry>(
        56,
        "submissions_of_surveys",
        key: ["survey", "number"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the submission that it leads to"),
        archive: .goes { _, value, _ throws(DomainError) in
            try PersonPlace(in: value, at: 0, of: .uniqueEntry).person
        },
        entries: .leading(SubmissionEntry.self, to: submissions.id, "it leads to no submission")
    )
}
