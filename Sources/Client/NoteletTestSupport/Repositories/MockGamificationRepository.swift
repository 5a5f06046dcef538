public import Foundation
public import NoteletInterface

/// Missions, a streak and achievements of which a test says what they are.
public final class MockGamificationRepository: ObservableGamificationRepositoryInterface {
    /// What a call that claims a mission is given.
    public typealias Claim = (id: DailyMission.ID, intention: UUID)

    /// What observers of missions see; to set its value is to tell it.
    public let missions: FakeStream<[DailyMission]?>
    /// What observers of the streak see; to set its value is to tell it.
    public let streak: FakeStream<Streak?>
    /// What observers of achievements see; to set its value is to tell it.
    public let achievements: FakeStream<[Achievement]?>
    /// Calls of `fetchMissions()`.
    public let fetchMissionsCalls = FakeCall<Void, [DailyMission]>("fetchMissions()")
    /// Calls of `claimMission(_:intention:)`.
    public let claimMissionCalls = FakeCall<Claim, Award>("claimMission(_:intention:)")
    /// Calls of `checkIn(intention:)`, each with its intention.
    public let checkInCalls = FakeCall<UUID, CheckIn>("checkIn(intention:)")
    /// Calls of `fetchStreak()`.
    public let fetchStreakCalls = FakeCall<Void, Streak>("fetchStreak()")
    /// Calls of `fetchAchievements()`.
    public let fetchAchievementsCalls = FakeCall<Void, [Achievement]>("fetchAchievements()")
    /// Calls of `setTimeZone(_:)`.
    public let setTimeZoneCalls = FakeCall<String, Streak>("setTimeZone(_:)")

    /// Creates one that has handlers alone, and shows observers that nobody is signed in.
    public init() {
        (missions, streak, achievements) = (FakeStream(nil), FakeStream(nil), FakeStream(nil))
    }

    /// Creates one that has all of these, and stays so: missions are claimed by handlers alone.
    ///
    /// - Parameters:
    ///   - missionsToReturn: The missions.
    ///   - streakToReturn: The streak, also of who checks in, which counts no more.
    ///   - achievementsToReturn: The achievements.
    public init(
        missionsToReturn: [DailyMission] = [],
        streakToReturn: Streak,
        achievementsToReturn: [Achievement] = []
    ) {
        missions = FakeStream(missionsToReturn)
        streak = FakeStream(streakToReturn)
        achievements = FakeStream(achievementsToReturn)
        fetchMissionsCalls.handler = { _ in missionsToReturn }
        checkInCalls.handler = { _ in CheckIn(streak: streakToReturn, isCounted: false) }
        fetchStreakCalls.handler = { _ in streakToReturn }
        fetchAchievementsCalls.handler = { _ in achievementsToReturn }
        setTimeZoneCalls.handler = { _ in streakToReturn }
    }

    /// Records the call, and gives the missions of the handler.
    public func fetchMissions() async throws -> [DailyMission] { try await fetchMissionsCalls(()) }

    /// Records the call, and gives what the handler gives.
    public func claimMission(_ id: DailyMission.ID, intention: UUID) async throws -> Award {
        try await claimMissionCalls((id, intention))
    }

    /// Records the call, and gives what the handler gives.
    public func checkIn(intention: UUID) async throws -> CheckIn {
        try await checkInCalls(intention)
    }

    /// Records the call, and gives the streak of the handler.
    public func fetchStreak() async throws -> Streak { try await fetchStreakCalls(()) }

    /// Records the call, and gives the achievements of the handler.
    public func fetchAchievements() async throws -> [Achievement] {
        try await fetchAchievementsCalls(())
    }

    /// Records the call, and gives the streak of the handler.
    public func setTimeZone(_ name: String) async throws -> Streak {
        try await setTimeZoneCalls(name)
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeMissions() -> AsyncStream<[DailyMission]?> { missions.makeStream() }

    /// Gives what there is now, and each change that the test makes.
    public func observeStreak() -> AsyncStream<Streak?> { streak.makeStream() }

    /// Gives what there is now, and each change that the test makes.
    public func observeAchievements() -> AsyncStream<[Achievement]?> { achievements.makeStream() }
}
