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

/// Serves what operators do about rewards.
struct RewardAdministrationMethods: RewardsAdministrationService {
    let endpoint: AdministrationEndpoint
    let counts: CountedEvents<RewardDeed>
    let terms: RewardTerms

    func createSurvey(_ method: RewardsAdministrationAPI.CreateSurvey) -> ServedMethod {
        endpoint.change(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let details = try SurveyDetails(request.survey ?? NoteletAPI.Survey())
            let reference = try DeedReference(request.reference)
            let survey = try store.createSurvey(details, called: reference, by: who, now)
            return CreateSurveyResponse(survey: ListedSurvey(survey))
        }
    }

    func closeSurvey(_ method: RewardsAdministrationAPI.CloseSurvey) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let survey = try store.closeSurvey(SurveyID(request.id), by: who, now)
            return CloseSurveyResponse(survey: ListedSurvey(survey))
        }
    }

    func updateSurvey(_ method: RewardsAdministrationAPI.UpdateSurvey) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let survey = try store.updateSurvey(
                SurveyID(request.id),
                expiresAt: request.expiresAt.map { Instant($0) },
                submissionsMax: request.submissionsMax.map { Int64($0) },
                by: who,
                now
            )
            return UpdateSurveyResponse(survey: ListedSurvey(survey))
        }
    }

    func getListedSurvey(_ method: RewardsAdministrationAPI.GetListedSurvey) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let survey = try store.survey(SurveyID(request.id)).unwrapped(or: .surveyNotFound)
            return GetListedSurveyResponse(survey: ListedSurvey(survey))
        }
    }

    func listSurveys(_ method: RewardsAdministrationAPI.ListSurveys) -> ServedMethod {
        let list = CursorList.ofMethod(ListedMethod(method))
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let cursors = endpoint.dependencies.cursors
            let next = try store.visitSurveys(
                before: try cursors.place(of: request.cursor, in: list, of: .nobody),
                limit: page.countMax
            ) { page.add(ListedSurvey($0)) }
            return cursors.cursor(to: next, in: list, of: .nobody)
        }
    }

    func listSubmissions(_ method: RewardsAdministrationAPI.ListSubmissions) -> ServedMethod {
        let listed = ListedMethod(method)
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let id = try SurveyID(request.surveyID, field: "survey_id")
            let survey = try store.survey(id).unwrapped(or: .surveyNotFound)
            let cursors = endpoint.dependencies.cursors
            let list = CursorList.ofMethod(listed, of: survey.number)
            let next = try store.visitSubmissions(
                to: survey.number,
                behind: try cursors.place(of: request.cursor, in: list, of: .nobody),
                limit: page.countMax
            ) { page.add(ListedSubmission($0, store)) }
            return cursors.cursor(to: next, in: list, of: .nobody)
        }
    }

    func grantPoints(_ method: RewardsAdministrationAPI.GrantPoints) -> ServedMethod {
        endpoint.answer(method) { request, person async throws(DomainError) in
            let grant = try PointGrant(
                request.points,
                to: UserID(request.userID, field: "user_id"),
                reference: request.reference,
                title: request.title,
                expiresAt: request.expiresAt.map { Instant($0) },
                reason: request.reason
            )
            let (transfer, balance) = try await endpoint.change(for: .vital) {
                store,
                context throws(DomainError) in
                try store.grant(grant, terms, by: person, context)
            }
            counts.count(.grants)
            return GrantPointsResponse(
                transfer: transfer.number,
                balance: PointBalance(balance)
            )
        }
    }

    func defineMission(_ method: RewardsAdministrationAPI.DefineMission) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            let said = request.mission ?? NoteletAPI.Mission()
            let mission = try RewardRules.Mission(
                name: said.name,
                title: said.title,
                kind: UInt8(exactly: said.kind.rawValue).flatMap(RewardRules.MissionKind.init),
                goal: Int64(said.goal),
                reward: said.reward
            )
            try store.define(mission, by: who, now)
        }
    }

    func withdrawMission(_ method: RewardsAdministrationAPI.WithdrawMission) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            try store.withdraw(mission: request.mission, by: who, now)
        }
    }

    func listDefinedMissions(
        _ method: RewardsAdministrationAPI.ListDefinedMissions
    ) -> ServedMethod {
        endpoint.read(method) { _, store, _ throws(DomainError) in
            let missions = try store.missions().defined()
            return ListDefinedMissionsResponse(missions: missions.map { NoteletAPI.Mission($0) })
        }
    }

    func defineAchievement(_ method: RewardsAdministrationAPI.DefineAchievement) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            let said = request.achievement ?? NoteletAPI.Achievement()
            let kind = UInt8(exactly: said.kind.rawValue)
            let achievement = try RewardRules.Achievement(
                name: said.name,
                title: said.title,
                kind: kind.flatMap(RewardRules.AchievementKind.init),
                goal: said.goal,
                reward: said.reward
            )
            try store.define(achievement, by: who, now)
        }
    }

    func withdrawAchievement(
        _ method: RewardsAdministrationAPI.WithdrawAchievement
    ) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            try store.withdraw(achievement: request.achievement, by: who, now)
        }
    }

    func listDefinedAchievements(
        _ method: RewardsAdministrationAPI.ListDefinedAchievements
    ) -> ServedMethod {
        endpoint.read(method) { _, store, _ throws(DomainError) in
            let achievements = try store.achievements().defined()
            return ListDefinedAchievementsResponse(
                achievements: achievements.map { NoteletAPI.Achievement($0) }
            )
        }
    }
}
