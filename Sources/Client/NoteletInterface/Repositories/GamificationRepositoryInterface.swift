public import Foundation

/// Reads missions, the streak and achievements of an account, and does what they count.
public protocol GamificationRepositoryInterface: Sendable {
    /// The missions of today, in the order of their names.
    ///
    /// - Throws: `AppError`.
    func fetchMissions() async throws -> [DailyMission]
    /// Takes the reward of a mission that is reached, once a day, under the name of the intention.
    ///
    /// - Throws: `AppError`.
    func claimMission(_ id: DailyMission.ID, intention: UUID) async throws -> Award
    /// Checks in, which counts once a day; under the same intention it is told once more what came
    /// of it.
    ///
    /// - Throws: `AppError`.
    @discardableResult
    func checkIn(intention: UUID) async throws -> CheckIn
    /// On how many days in a row the account has checked in.
    ///
    /// - Throws: `AppError`.
    func fetchStreak() async throws -> Streak
    /// All achievements, in the order of their names.
    ///
    /// - Throws: `AppError`.
    func fetchAchievements() async throws -> [Achievement]
    /// Says by which time zone the account's days begin from now on, such as `Asia/Tokyo`.
    ///
    /// - Throws: `AppError`.
    @discardableResult
    func setTimeZone(_ name: String) async throws -> Streak
}

/// Missions, streaks and achievements that screens observe, by streams as that of the balance is;
/// that a day is over is told by none of them, but by the streak's own `nextDayAt`.
public protocol ObservableGamificationRepositoryInterface: GamificationRepositoryInterface {
    /// The missions of today.
    func observeMissions() -> AsyncStream<[DailyMission]?>
    /// The streak.
    func observeStreak() -> AsyncStream<Streak?>
    /// All achievements.
    func observeAchievements() -> AsyncStream<[Achievement]?>
}
