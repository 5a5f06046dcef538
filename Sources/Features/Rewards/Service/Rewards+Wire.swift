internal import AccountRules
internal import AccountStorage
internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import NoteletAPI
internal import Records
internal import RewardRules
internal import RewardStorage
internal import Serving

extension StoreView {
    /// A survey as somebody sees it.
    func shown(
        _ survey: RewardRules.Survey,
        to person: Identity
    ) throws(DomainError) -> NoteletAPI.Survey {
        var shown = NoteletAPI.Survey(survey)
        shown.submitted = try submission(of: person.user, to: survey.number) != nil
        return shown
    }

    /// What somebody answered, for whoever did.
    func shown(_ submission: Submission) throws(DomainError) -> SurveySubmission {
        let survey = try survey(numbered: submission.survey)
        let questions = survey?.details.questions ?? []
        return SurveySubmission(
            surveyID: survey?.id.opaque.bytes ?? [],
            title: survey?.details.title ?? "",
            answers: zip(questions, submission.answers).map { AnsweredQuestion($0, $1) },
            submittedAt: Timestamp(submission.submittedAt),
            awarded: submission.awarded
        )
    }
}

extension AnsweredQuestion {
    /// An answer in the words of what was asked.
    fileprivate init(
        _ question: RewardRules.SurveyQuestion,
        _ answer: RewardRules.SurveyAnswer
    ) {
        let options = question.options
        self.init(
            question: question.text,
            text: answer.text,
            choices: answer.choices.compactMap { choice in
                options.indices.contains(Int(choice)) ? options[Int(choice)] : nil
            }
        )
    }
}

extension NoteletAPI.Survey {
    /// A survey, whoever sees it.
    init(_ survey: RewardRules.Survey) {
        let details = survey.details
        self.init(
            id: survey.id.opaque.bytes,
            title: details.title,
            description: details.description,
            questions: details.questions.map { question in
                NoteletAPI.SurveyQuestion(
                    text: question.text,
                    kind: NoteletAPI.QuestionKind(rawValue: Int32(clamping: question.kindNumber)),
                    options: question.options,
                    maximum: question.maximum
                )
            },
            reward: details.reward,
            estimatedMinutes: details.estimatedMinutes,
            expiresAt: Timestamp(survey.end.expiresAt),
            category: details.category.text,
            closed: survey.isOver,
            submissionsMax: Int32(clamping: survey.end.submissionsMax)
        )
    }
}

extension SurveyDetails {
    /// Reads what an operator says of a survey.
    init(_ survey: NoteletAPI.Survey) throws(DomainError) {
        try self.init(
            title: survey.title,
            description: survey.description,
            questions: survey.questions.map { question in
                RewardRules.SurveyQuestion(
                    question.text,
                    kindNumber: UInt32(clamping: question.kind.rawValue),
                    options: question.options,
                    maximum: question.maximum
                )
            },
            reward: survey.reward,
            estimatedMinutes: survey.estimatedMinutes,
            end: SurveyEnd(
                // None given is no moment to come.
                expiresAt: survey.expiresAt.map { Instant($0) } ?? Instant(milliseconds: 0),
                submissionsMax: Int64(survey.submissionsMax)
            ),
            category: survey.category
        )
    }
}

extension ListedSurvey {
    /// A survey as operators see it.
    init(_ survey: RewardRules.Survey) {
        self.init(
            survey: NoteletAPI.Survey(survey),
            createdAt: Timestamp(survey.createdAt),
            closedAt: survey.closedAt.map { Timestamp($0) },
            submissionCount: survey.submissionCount
        )
    }
}

extension ListedSubmission {
    /// What somebody answered, as operators see it.
    init(_ submission: Submission, _ store: StoreView) {
        self.init(
            number: submission.number,
            userID: store.userID(of: submission.person).opaque.bytes,
            answers: submission.answers.map { NoteletAPI.SurveyAnswer($0) },
            submittedAt: Timestamp(submission.submittedAt),
            awarded: submission.awarded
        )
    }
}

extension NoteletAPI.SurveyAnswer {
    init(_ answer: RewardRules.SurveyAnswer) {
        self.init(text: answer.text, choices: answer.choices)
    }
}

extension RewardRules.SurveyAnswer {
    init(_ answer: NoteletAPI.SurveyAnswer) {
        self.init(text: answer.text, choices: answer.choices)
    }
}

extension PointBalance {
    /// What can be spent: what the ledger holds is nobody's yet.
    init(_ balance: Balance) {
        self.init(points: balance.available, yenTenths: balance.yenTenths)
    }
}

extension LedgerEntry {
    /// An entry of somebody's statement of points.
    init(_ entry: StatementEntry) {
        self.init(
            unit: .points,
            sequence: entry.sequence,
            kind: NoteletAPI.TransferKind(rawValue: Int32(entry.transfer.kind.rawValue)),
            amount: entry.transfer.amount,
            change: entry.change,
            balance: entry.balance,
            occurredAt: Timestamp(entry.transfer.moment),
            expiresAt: entry.transfer.lotEnd.map { Timestamp($0) }
        )
    }
}

extension PointTransaction {
    /// An entry of somebody's statement of points, and what it was for.
    init(_ entry: StatementEntry, _ reason: RewardRules.PointReason?) {
        let (kind, title): (NoteletAPI.PointReason, String) =
            switch reason {
            case .survey(let title): (.survey, title)
            case .mission(let title): (.mission, title)
            case .achievement(let title): (.achievement, title)
            case .grant(let title): (.grant, title)
            case nil: (.unspecified, "")
            }
        self.init(entry: LedgerEntry(entry), reason: kind, title: title)
    }
}

extension NoteletAPI.Mission {
    init(_ mission: RewardRules.Mission) {
        self.init(
            name: mission.name.text,
            title: mission.title,
            kind: NoteletAPI.MissionKind(rawValue: Int32(mission.kind.rawValue)),
            goal: Int32(clamping: mission.goal),
            reward: mission.reward
        )
    }
}

extension NoteletAPI.MissionProgress {
    init(_ mission: RewardRules.Mission, _ progress: RewardRules.MissionProgress) {
        self.init(
            mission: NoteletAPI.Mission(mission),
            progress: Int32(clamping: min(progress.count, UInt64(clamping: mission.goal))),
            claimed: progress.isClaimed
        )
    }
}

extension NoteletAPI.Achievement {
    init(_ achievement: RewardRules.Achievement) {
        self.init(
            name: achievement.name.text,
            title: achievement.title,
            kind: NoteletAPI.AchievementKind(rawValue: Int32(achievement.kind.rawValue)),
            goal: achievement.goal,
            reward: achievement.reward
        )
    }
}

extension AchievementProgress {
    init(_ achievement: RewardRules.Achievement, _ count: UInt64, _ earnedAt: Instant?) {
        self.init(
            achievement: NoteletAPI.Achievement(achievement),
            progress: Int64(clamping: count),
            earnedAt: earnedAt.map { Timestamp($0) }
        )
    }
}

extension NoteletAPI.Streak {
    init(_ streak: RewardRules.Streak) {
        self.init(
            current: Int32(clamping: streak.current),
            longest: Int32(clamping: streak.longest),
            checkedInToday: streak.isDoneToday,
            today: streak.today.text,
            timeZone: streak.zone.text,
            nextDayAt: Timestamp(streak.nextDayAt)
        )
    }
}

extension CheckInDay {
    init(_ checkIn: CheckIn) {
        self.init(
            day: checkIn.day.text,
            occurredAt: Timestamp(checkIn.moment),
            streak: Int32(clamping: checkIn.streak)
        )
    }
}

extension TimeZonePeriod {
    init(_ period: ZonePeriod) {
        self.init(timeZone: period.zone.text, since: Timestamp(period.since))
    }
}
