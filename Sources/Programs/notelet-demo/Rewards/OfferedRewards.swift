import NoteletClient

/// Act 1: the operator says what there is to earn.
struct OfferedRewards {
    let panel: Panel

    func perform() async throws {
        try panel.stage.act("What there is to earn, and where days begin")
        try await offer()
        try await find()
        try await settle()
    }

    private func offer() async throws {
        let stage = panel.stage
        let backstage = panel.backstage
        let id = try await panel.makeSurvey("아침 커피")
        try await panel.makeSurvey("산책", category: "life")
        let again = try await panel.makeSurvey("아침 커피")
        try stage.check("one that is made twice under its name is there once", again, is: id)
        let list = try await backstage.admin("rewards", "survey", "list", "--quiet")
        try stage.check("the operator makes surveys of files", list.contains(id), is: true)
        try await put(
            "mission",
            "check-in",
            "출석하기",
            "--kind",
            "check_in",
            reward: Panel.missionReward
        )
        try await put(
            "achievement",
            "first-answer",
            "첫 설문",
            "--kind",
            "submissions",
            "--goal",
            "1",
            reward: Panel.firstReward
        )
        try await put(
            "achievement",
            "three-days",
            "사흘 연속",
            "--kind",
            "longest_streak",
            "--goal",
            "3",
            reward: Panel.streakReward
        )
    }

    private func find() async throws {
        let (stage, sujin) = (panel.stage, panel.sujin.notelet)
        let missions = try await sujin.listMissions().missions
        try stage.check(
            "and says what else points are given for",
            missions.compactMap { $0.mission?.name },
            is: ["check-in"]
        )
        let achievements = try await sujin.listAchievements().achievements
        try stage.check(
            "once a day, or once and for all",
            achievements.compactMap { $0.achievement?.name },
            is: ["first-answer", "three-days"]
        )
        let surveys = try await panel.surveys(of: panel.sujin)
        try stage.check("people find them", surveys.map(\.title).sorted(), is: ["산책", "아침 커피"])
        let products = try await panel.all(sujin.listByCategory(category: "product"))
        try stage.check("also by category", products.map(\.title), is: ["아침 커피"])
    }

    /// Has each say where their days begin.
    private func settle() async throws {
        let (stage, calendar) = (panel.stage, panel.calendar)
        try await stage.checkRefusal("a time zone has to be one", .timeZoneNotFound) {
            _ = try await panel.sujin.notelet.setTimeZone(timeZone: "Asia/Pyeongchang")
        }
        let seoul = try await panel.sujin.notelet.setTimeZone(timeZone: "Asia/Seoul")
        let angeles = try await panel.mike.notelet.setTimeZone(timeZone: "America/Los_Angeles")
        try stage.check(
            "at one moment it is today in Seoul, and yesterday in Los Angeles",
            [seoul.today, angeles.today],
            is: [calendar.date(0), calendar.date(-1)]
        )
    }

    private func put(_ words: String..., reward: Int64) async throws {
        try await panel.backstage.admin(
            ["rewards", words[0], "put"] + words.dropFirst() + ["--reward", "\(reward)"]
        )
    }
}
