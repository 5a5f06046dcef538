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

/// Serves surveys, points, and what else these are given for.
struct RewardMethods: RewardsService {
    let endpoint: Endpoint
    let counts: CountedEvents<RewardDeed>
    let terms: RewardTerms

    func listAvailable(_ method: RewardsAPI.ListAvailable) -> ServedMethod {
        endpoint.list(method) { _, caller, store throws(DomainError) in
            available(of: nil, to: caller, in: store)
        }
    }

    func listByCategory(_ method: RewardsAPI.ListByCategory) -> ServedMethod {
        endpoint.list(method) { request, caller, store throws(DomainError) in
            let category = try CategoryName(request.category, field: "category")
            return available(of: category, to: caller, in: store)
        }
    }

    /// A list of surveys that can be answered.
    ///
    /// A place in it is a moment and a survey, so it means the same in each category.
    private func available(
        of category: CategoryName?,
        to caller: Identity,
        in store: StoreView
    ) -> ListPages.Visit {
        let now = endpoint.dependencies.clock.now()
        return { place, limit, visit throws(DomainError) in
            try store.visitAvailableSurveys(
                of: category,
                behind: place,
                at: now,
                limit: limit
            ) { survey throws(DomainError) in
                visit(encode(try store.shown(survey, to: caller)).span.bytes)
            }
        }
    }

    func getSurvey(_ method: RewardsAPI.GetSurvey) -> ServedMethod {
        endpoint.read(method) { request, caller, store, _ throws(DomainError) in
            let survey = try store.survey(SurveyID(request.id)).unwrapped(or: .surveyNotFound)
            return GetSurveyResponse(survey: try store.shown(survey, to: caller))
        }
    }

    func submitAnswers(_ method: RewardsAPI.SubmitAnswers) -> ServedMethod {
        change(method, .surveysAnswered) { request, caller throws(DomainError) in
            let id = try SurveyID(request.surveyID, field: "survey_id")
            let answers = request.answers.map { RewardRules.SurveyAnswer($0) }
            return { store, terms, context throws(DomainError) in
                let outcome = try store.submit(answers, to: id, by: caller, terms, context)
                return SubmitAnswersResponse(
                    awarded: outcome.awarded,
                    balance: PointBalance(outcome.balance),
                    achievements: outcome.achievements.map { NoteletAPI.Achievement($0) }
                )
            }
        }
    }

    func getBalance(_ method: RewardsAPI.GetBalance) -> ServedMethod {
        endpoint.read(method) { _, caller, store, context throws(DomainError) in
            let balance = try store.balance(of: .own(caller.user, .points), context)
            return GetPointsResponse(balance: PointBalance(balance))
        }
    }

    func listTransactions(_ method: RewardsAPI.ListTransactions) -> ServedMethod {
        endpoint.list(method) { _, caller, store throws(DomainError) in
            { place, limit, visit throws(DomainError) in
                try store.visitTransactions(of: caller.user, before: place, limit: limit) {
                    visit(encode(PointTransaction($0, $1)).span.bytes)
                }
            }
        }
    }

    func listExpiring(_ method: RewardsAPI.ListExpiring) -> ServedMethod {
        endpoint.read(method) { _, caller, store, context throws(DomainError) in
            let lots = try store.lapsingLots(of: .own(caller.user, .points), context)
            return ListExpiringResponse(
                lots: lots.map { ExpiringPoints(expiresAt: Timestamp($0.end), points: $0.amount) }
            )
        }
    }

    /// A method that changes something for an account, of which so many may be called in a time.
    private func change<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ deed: RewardDeed,
        limit: RateLimit = .rewardDeeds,
        _ prepare:
            @escaping @Sendable (Request, Identity) throws(DomainError)
            -> @Sendable (StoreTransaction, RewardTerms, Context) throws(DomainError) -> Response
    ) -> ServedMethod {
        let observer = counts.counting(deed)
        return endpoint.change(method, for: .ordinary, replyForm: .plain, observer: observer) {
            [endpoint, terms]
            request,
            caller,
            _ throws(DomainError) in
            let transaction = try prepare(request, caller)
            try endpoint.dependencies.limiter[limit].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                try transaction(store, terms, context)
            }
        }
    }
}

// What is done each day, and once and for all.
extension RewardMethods {
    func listMissions(_ method: RewardsAPI.ListMissions) -> ServedMethod {
        endpoint.read(method) { [terms] _, caller, store, context throws(DomainError) in
            let (day, missions) = try store.missions(of: caller.user, terms, context)
            return ListMissionsResponse(
                day: day.text,
                missions: missions.map { NoteletAPI.MissionProgress($0.mission, $0.progress) }
            )
        }
    }

    func claimMission(_ method: RewardsAPI.ClaimMission) -> ServedMethod {
        change(method, .missionsClaimed) { request, caller in
            { store, terms, context throws(DomainError) in
                let name = request.mission
                let outcome = try store.claim(mission: name, by: caller, terms, context)
                return ClaimMissionResponse(
                    awarded: outcome.awarded,
                    balance: PointBalance(outcome.balance),
                    achievements: outcome.achievements.map { NoteletAPI.Achievement($0) }
                )
            }
        }
    }

    func checkIn(_ method: RewardsAPI.CheckIn) -> ServedMethod {
        change(method, .checkIns) { _, caller in
            { store, terms, context throws(DomainError) in
                let done = try store.checkIn(by: caller, terms, context)
                return CheckInResponse(
                    streak: NoteletAPI.Streak(done.streak),
                    counted: done.isCounted,
                    achievements: done.achievements.map { NoteletAPI.Achievement($0) }
                )
            }
        }
    }

    func getStreak(_ method: RewardsAPI.GetStreak) -> ServedMethod {
        endpoint.read(method) { [terms] _, caller, store, context throws(DomainError) in
            let streak = try store.streak(of: caller.user, terms, context)
            return GetStreakResponse(streak: NoteletAPI.Streak(streak))
        }
    }

    func listAchievements(_ method: RewardsAPI.ListAchievements) -> ServedMethod {
        endpoint.read(method) { _, caller, store, _ throws(DomainError) in
            let achievements = try store.achievements(of: caller.user)
            return ListAchievementsResponse(
                achievements: achievements.map {
                    AchievementProgress($0.achievement, $0.count, $0.earnedAt)
                }
            )
        }
    }

    func setTimeZone(_ method: RewardsAPI.SetTimeZone) -> ServedMethod {
        change(method, .timeZonesSet, limit: .timeZoneChanges) { request, caller in
            { store, terms, context throws(DomainError) in
                let zone = request.timeZone
                let streak = try store.setTimeZone(zone, of: caller, terms, context)
                return SetTimeZoneResponse(streak: NoteletAPI.Streak(streak))
            }
        }
    }
}
