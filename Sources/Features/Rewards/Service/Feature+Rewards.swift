internal import Domain
internal import LedgerStorage
internal import NoteletAPI
internal import Records
package import RewardRules
internal import RewardStorage
package import Serving

/// What operators set of rewards.
package struct RewardSettings: Sendable {
    /// When points lapse.
    package var pointsExpire = PointExpiry.never

    /// Lets no points lapse.
    package init() {}
}

extension FeatureSettings {
    /// What is set of rewards.
    package var rewards: RewardSettings {
        get { self[RewardSettings.self] ?? RewardSettings() }
        set { self[RewardSettings.self] = newValue }
    }
}

extension Feature {
    /// Surveys, missions, streaks and achievements, for points; operators switch them on.
    package static let rewards = Feature(
        "rewards",
        isOfferedByDefault: false,
        needs: ["ledger"],
        limits: [.rewardDeeds, .timeZoneChanges]
    ) { dependencies in
        let counts = CountedEvents<RewardDeed>(
            "notelet_rewards_total",
            "What people did for rewards, and what operators gave.",
            by: "deed"
        )
        let terms = RewardTerms(
            expiry: dependencies.settings.rewards.pointsExpire,
            zones: SystemTimeZones()
        )
        var parts = FeatureParts { endpoint in
            RewardMethods(endpoint: endpoint, counts: counts, terms: terms).served
        } administration: { endpoint in
            RewardAdministrationMethods(endpoint: endpoint, counts: counts, terms: terms).served
        }
        parts.exportParts = exportParts
        parts.metrics = [counts.metric]
        return parts
    }

    /// What is kept of somebody; the points are the ledger's to give.
    private static var exportParts: [ExportPart] {
        [
            .records(of: SurveySubmission.self, field: 12) {
                page,
                store,
                write throws(DomainError) in
                try store.visitSubmissions(of: page.user, before: page.place, limit: page.limit) {
                    submission throws(DomainError) in
                    write(try store.shown(submission))
                }
            },
            .records(of: CheckInDay.self, field: 13) { page, store, write throws(DomainError) in
                try store.visitCheckIns(of: page.user, before: page.place, limit: page.limit) {
                    write(CheckInDay($0))
                }
            },
            .records(of: TimeZonePeriod.self, field: 14) {
                page,
                store,
                write throws(DomainError) in
                for period in try store.zonePeriods(of: page.user) {
                    _ = write(TimeZonePeriod(period))
                }
                return nil
            },
            .records(of: MissionDay.self, field: 15) { page, store, write throws(DomainError) in
                let names = Dictionary(
                    try store.missions().map { ($0.number, $0.name.text) },
                    uniquingKeysWith: { first, _ in first }
                )
                for kept in try store.progressOfDays(of: page.user) {
                    _ = write(
                        MissionDay(
                            day: kept.day.text,
                            mission: names[kept.mission] ?? "",
                            progress: Int32(clamping: kept.progress.count),
                            claimed: kept.progress.isClaimed
                        )
                    )
                }
                return nil
            },
            .records(of: NoteletAPI.AchievementProgress.self, field: 16) {
                page,
                store,
                write throws(DomainError) in
                for kept in try store.achievements(of: page.user) {
                    _ = write(AchievementProgress(kept.achievement, kept.count, kept.earnedAt))
                }
                return nil
            },
        ]
    }
}

extension RateLimit {
    /// A day of surveys; each leaves some records.
    static let rewardDeeds = RateLimit(
        "Surveys, missions and check-ins of one account",
        of: .account,
        1_000,
        per: .day,
        option: "reward-deeds"
    )
    /// More than anybody travels.
    static let timeZoneChanges = RateLimit(
        "Changes of the time zone of one account",
        of: .account,
        20,
        per: .day,
        option: "time-zone-changes"
    )
}

/// What is counted of rewards.
enum RewardDeed: CaseIterable {
    case surveysAnswered, missionsClaimed, checkIns, timeZonesSet, grants
}
