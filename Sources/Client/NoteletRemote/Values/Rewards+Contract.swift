internal import Foundation
internal import NoteletClient
internal import NoteletInterface

// What is said of rewards, as applications see it; what cannot be shown is none of the contract's,
// and told as `network` with `unknown`.

extension NoteletInterface.PointAmount {
    /// Takes points over.
    init(told points: Int64) throws(AppError) {
        do throws(PointAmountError) {
            try self.init(Int(points))
        } catch {
            throw .network(.unknown)
        }
    }
}

extension NoteletInterface.Survey {
    /// Takes a survey over.
    init(_ survey: NoteletAPI.Survey) throws(AppError) {
        self.init(
            id: try UUID(required: survey.id),
            title: survey.title,
            description: survey.description,
            questions: survey.questions.map(SurveyQuestion.init),
            reward: try PointAmount(told: survey.reward),
            estimatedMinutes: Int(survey.estimatedMinutes),
            expiresAt: survey.expiresAt?.date ?? .distantPast,
            category: SurveyCategory(rawValue: survey.category),
            isSubmitted: survey.submitted,
            isClosed: survey.closed
        )
    }
}

extension NoteletInterface.SurveyQuestion {
    /// Takes a question over, with the limits that are meant where none are told.
    init(_ question: NoteletAPI.SurveyQuestion) {
        let maximum = question.maximum > 0 ? Int(question.maximum) : nil
        let kind: Kind =
            switch question.kind {
            case .text: .text(characterCountMax: maximum ?? 2_000)
            case .oneChoice: .oneChoice(question.options)
            case .severalChoices:
                .severalChoices(question.options, countMax: maximum ?? question.options.count)
            default: .unknown
            }
        self.init(text: question.text, kind: kind)
    }
}

extension NoteletAPI.SurveyAnswer {
    /// What is sent of an answer.
    init(_ answer: NoteletInterface.SurveyAnswer) {
        switch answer {
        case .text(let text): self.init(text: text)
        case .choices(let choices): self.init(choices: choices.map { UInt32(clamping: $0) })
        }
    }
}

extension NoteletInterface.PointBalance {
    /// Takes a balance over.
    init(_ balance: NoteletAPI.PointBalance?) throws(AppError) {
        guard let balance else { throw .network(.unknown) }
        let yen = Decimal(balance.yenTenths) / 10
        self.init(points: try PointAmount(told: balance.points), yen: yen)
    }
}

extension NoteletInterface.PointTransaction {
    /// Takes an entry of the statement over.
    init(_ told: NoteletAPI.PointTransaction) throws(AppError) {
        guard let entry = told.entry else { throw .network(.unknown) }
        self.init(
            id: entry.sequence,
            kind: Kind(rawValue: entry.kind.plainName) ?? .other,
            reason: Reason(rawValue: told.reason.plainName),
            title: told.title,
            change: Int(entry.change),
            balance: try PointAmount(told: entry.balance),
            occurredAt: entry.occurredAt?.date ?? .distantPast,
            expiresAt: entry.expiresAt?.date
        )
    }
}

extension NoteletInterface.ExpiringPoints {
    /// Takes points over that lapse.
    init(_ lot: NoteletAPI.ExpiringPoints) throws(AppError) {
        self.init(
            expiresAt: lot.expiresAt?.date ?? .distantFuture,
            points: try PointAmount(told: lot.points)
        )
    }
}

extension Award {
    /// Takes over what the service gave.
    init(
        _ points: Int64,
        _ balance: NoteletAPI.PointBalance?,
        _ achievements: [NoteletAPI.Achievement]
    ) throws(AppError) {
        self.init(
            points: try PointAmount(told: points),
            balance: try NoteletInterface.PointBalance(balance),
            achievements: achievements.map(\.title)
        )
    }
}

extension DailyMission {
    /// Takes a mission over.
    init(_ told: MissionProgress, on day: String) throws(AppError) {
        guard let mission = told.mission else { throw .network(.unknown) }
        self.init(
            id: mission.name,
            title: mission.title,
            day: day,
            goal: Int(mission.goal),
            progress: Int(told.progress),
            reward: try PointAmount(told: mission.reward),
            isClaimed: told.claimed
        )
    }
}

extension NoteletInterface.Streak {
    /// Takes a streak over.
    init(_ streak: NoteletAPI.Streak?) throws(AppError) {
        guard let streak else { throw .network(.unknown) }
        self.init(
            current: Int(streak.current),
            longest: Int(streak.longest),
            isCheckedInToday: streak.checkedInToday,
            today: streak.today,
            timeZone: streak.timeZone,
            nextDayAt: streak.nextDayAt?.date ?? .distantPast
        )
    }
}

extension CheckIn {
    /// Takes over what came of checking in.
    init(_ response: CheckInResponse) throws(AppError) {
        self.init(
            streak: try NoteletInterface.Streak(response.streak),
            isCounted: response.counted,
            achievements: response.achievements.map(\.title)
        )
    }
}

extension NoteletInterface.Achievement {
    /// Takes an achievement over.
    init(_ told: AchievementProgress) throws(AppError) {
        guard let achievement = told.achievement else { throw .network(.unknown) }
        self.init(
            id: achievement.name,
            title: achievement.title,
            goal: Int(achievement.goal),
            progress: Int(told.progress),
            reward: try PointAmount(told: achievement.reward),
            earnedAt: told.earnedAt?.date
        )
    }
}
