package import Foundation
internal import NoteletClient
package import NoteletInterface

/// Reads missions, streaks and achievements, wherever answers to questions come from.
package struct GamificationRepository<Source: AnswerSource>: GamificationRepositoryInterface {
    private let source: Source

    /// Asks somebody.
    ///
    /// - Parameter source: Who answers.
    package init(_ source: Source) {
        self.source = source
    }

    /// Reads the missions of today.
    package func fetchMissions() async throws -> [DailyMission] {
        try await source.answer(to: missions)
    }

    /// Claims one under the key of the intention.
    package func claimMission(_ id: DailyMission.ID, intention: UUID) async throws -> Award {
        let response = try await source.change { (notelet) throws(NoteletError) in
            try await notelet.claimMission(mission: id, idempotencyKey: .of(intention))
        }
        return try Award(response.awarded, response.balance, response.achievements)
    }

    /// Checks in under the key of the intention.
    package func checkIn(intention: UUID) async throws -> CheckIn {
        let response = try await source.change { (notelet) throws(NoteletError) in
            try await notelet.checkIn(idempotencyKey: .of(intention))
        }
        return try CheckIn(response)
    }

    /// Reads the streak.
    package func fetchStreak() async throws -> NoteletInterface.Streak {
        try await source.answer(to: streak)
    }

    /// Reads all achievements.
    package func fetchAchievements() async throws -> [NoteletInterface.Achievement] {
        try await source.answer(to: achievements)
    }

    /// Sets the time zone.
    package func setTimeZone(_ name: String) async throws -> NoteletInterface.Streak {
        let streak = try await source.change { (notelet) throws(NoteletError) in
            try await notelet.setTimeZone(timeZone: name)
        }
        return try NoteletInterface.Streak(streak)
    }

    private var missions: Question<ListMissionsResponse, [DailyMission]> {
        Question(name: "rewards/missions") { (notelet) throws(NoteletError) in
            try await notelet.listMissions()
        } shown: { (response) throws(AppError) in
            try response.missions.map { (told) throws(AppError) in
                try DailyMission(told, on: response.day)
            }
        }
    }

    private var streak: Question<NoteletAPI.Streak, NoteletInterface.Streak> {
        Question(name: "rewards/streak") { (notelet) throws(NoteletError) in
            try await notelet.getStreak()
        } shown: { (streak) throws(AppError) in
            try NoteletInterface.Streak(streak)
        }
    }

    private var achievements: Question<ListAchievementsResponse, [NoteletInterface.Achievement]> {
        Question(name: "rewards/achievements") { (notelet) throws(NoteletError) in
            try await notelet.listAchievements()
        } shown: { (response) throws(AppError) in
            try response.achievements.map { (told) throws(AppError) in
                try NoteletInterface.Achievement(told)
            }
        }
    }
}

extension GamificationRepository: ObservableGamificationRepositoryInterface
where Source: ObservableAnswerSource {
    /// Follows the missions of today.
    package func observeMissions() -> AsyncStream<[DailyMission]?> {
        source.answers(to: missions)
    }

    /// Follows the streak.
    package func observeStreak() -> AsyncStream<NoteletInterface.Streak?> {
        source.answers(to: streak)
    }

    /// Follows all achievements.
    package func observeAchievements() -> AsyncStream<[NoteletInterface.Achievement]?> {
        source.answers(to: achievements)
    }
}
