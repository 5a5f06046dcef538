import NoteletClient

/// Act 5: a mission of the day is claimed once, and anew the day after.
struct ClaimedMissions {
    let panel: Panel

    func perform() async throws {
        let (stage, calendar) = (panel.stage, panel.calendar)
        try stage.act("A mission of the day")
        // The morning in Seoul.
        try calendar.go(toDay: 8, hour: 0)
        let sujin = panel.sujin.notelet
        try await stage.checkRefusal(
            "what is not done is not claimed",
            .missionNotReached,
            fields: ["goal": "1", "progress": "0"]
        ) {
            _ = try await sujin.claimMission(mission: "check-in")
        }
        _ = try await sujin.checkIn()
        let before = try await sujin.getBalance().points
        let claim = try await sujin.claimMission(mission: "check-in")
        try stage.check(
            "done, it is claimed",
            [claim.awarded, claim.balance?.points],
            is: [Panel.missionReward, before + Panel.missionReward]
        )
        try await stage.checkRefusal("once a day", .missionAlreadyClaimed) {
            _ = try await sujin.claimMission(mission: "check-in")
        }
        try calendar.go(toDay: 9, hour: 0)
        _ = try await sujin.checkIn()
        let next = try await sujin.claimMission(mission: "check-in")
        try stage.check("and the day after anew", next.awarded, is: Panel.missionReward)
        let achievements = try await sujin.listAchievements().achievements
        try stage.check(
            "achievements were reached once, with their moment",
            achievements.map { $0.earnedAt != nil },
            is: [true, true]
        )
    }
}
