import AccountRules
import Domain
import Metrics
import NoteletAPI
import NoteletService
import ProtobufCoding
import Records
import TTRPC
import Testing

@testable import RewardService
@testable import Serving

/// What people are served of rewards.
@Suite struct RewardServiceTests {
    private typealias Desk = RewardsAdministrationAPI
    private let office: RewardOffice
    private var anna: Person { office.anna }
    private var ben: Person { office.ben }

    init() async throws {
        office = try await RewardOffice()
    }

    @Test("アンケート回答完了時にポイントが付与される", arguments: Door.allCases)
    func answeringASurveyBringsPointsOnce(door: Door) async throws {
        try office.service.enter(by: door)
        let survey = try await office.create()
        let id = try #require(survey.survey?.id)
        #expect(try await office.points() == PointBalance())
        let request = SubmitAnswersRequest(surveyID: id, answers: .sample)
        let done = try await office.call(RewardsAPI.submitAnswers, request, key: "0123456789abcdef")
        #expect(done.awarded == 150)
        #expect(done.balance == PointBalance(points: 150, yenTenths: 150))
        // A retry is told the same, and is paid nothing; asking anew is refused.
        let again = try await office.call(
            RewardsAPI.submitAnswers,
            request,
            key: "0123456789abcdef"
        )
        #expect(again == done)
        #expect(
            try await office.refusal(RewardsAPI.submitAnswers, request).reason == .alreadySubmitted
        )
        #expect(try await office.points().points == 150)
        #expect(try await office.points(ben).points == 0)
        let shown = try await office.call(RewardsAPI.getSurvey, GetSurveyRequest(id: id))
        #expect(shown.survey?.submitted == true)
        let unanswered = try await office.call(
            RewardsAPI.getSurvey,
            GetSurveyRequest(id: id),
            as: ben
        )
        #expect(unanswered.survey?.submitted == false)
        let page = try await office.call(RewardsAPI.listTransactions, ListTransactionsRequest())
        #expect(page.transactions.map { $0.entry?.change } == [150] && page.nextCursor.isEmpty)
        #expect(page.transactions.first?.entry?.kind == .earn)
        #expect(page.transactions.map(\.reason) == [.survey])
        #expect(page.transactions.map(\.title) == ["アンケート1"])
        let verified = try await office.desk.verify()
        #expect(verified.transferCount == 1 && verified.findingCount == 0)
        #expect(office.counts()["surveysAnswered"] == 1)
    }

    @Test func refusalsComeInTheirOrderWithWhatWouldBeRight() async throws {
        let survey = try await office.create()
        let id = try #require(survey.survey?.id)
        func refused(
            _ answers: [NoteletAPI.SurveyAnswer],
            to id: [UInt8]
        ) async throws -> NoteletAPI.Refusal {
            let request = SubmitAnswersRequest(surveyID: id, answers: answers)
            return try await office.refusal(RewardsAPI.submitAnswers, request)
        }
        #expect(try await refused([], to: [1]).fields["field"] == "survey_id")
        let foreign = [UInt8](repeating: 7, count: 16)
        #expect(try await refused([], to: foreign).reason == .surveyNotFound)
        // Those of others are none.
        #expect(try await refused([], to: anna.user.id).reason == .surveyNotFound)
        let few = try await refused([], to: id)
        #expect(few.reason == .incompleteAnswers)
        #expect(few.fields == ["expected": "2", "given": "0"])
        #expect(few.texts["ja"]?.contains("2件") == true && few.texts["ko"] != nil)
        let twice = [NoteletAPI.SurveyAnswer].sample + [NoteletAPI.SurveyAnswer].sample
        let many = try await refused(twice, to: id)
        #expect(many.fields == ["expected": "2", "given": "4"])
        var wrong = [NoteletAPI.SurveyAnswer].sample
        wrong[1].choices = [2]
        let invalid = try await refused(wrong, to: id)
        #expect(invalid.reason == .invalidValue && invalid.fields["field"] == "answers")
        #expect(invalid.fields["expected"] == "in answer 2: one choice of 0 to 1")
        #expect(invalid.texts["ja"]?.contains("回答") == true)
        let guest = try await office.service.guest()
        let request = SubmitAnswersRequest(surveyID: id, answers: .sample)
        let refusedGuest = try await office.refusal(RewardsAPI.submitAnswers, request, as: guest)
        #expect(refusedGuest.reason == .accountRequired)
        _ = try await office.desk.call(Desk.closeSurvey, CloseSurveyRequest(id: id))
        #expect(try await refused([], to: id).reason == .surveyExpired)
        #expect(try await office.points() == PointBalance())
        #expect(office.counts()["surveysAnswered", default: 0] == 0)
    }

    @Test func listsGoOnByTheirCursors() async throws {
        var titles: [String] = []
        for number in 1...5 {
            let title = "アンケート\(number)"
            _ = try await office.create(title) { survey in
                let end = office.service.clock.now().adding(seconds: Int64(number) * 3_600)
                survey.expiresAt = Timestamp(end)
                survey.category = number == 3 ? "life" : "product"
            }
            titles.append(title)
        }
        var request = ListAvailableRequest(pageSize: 2)
        var seen: [String] = []
        repeat {
            let page = try await office.call(RewardsAPI.listAvailable, request)
            #expect(page.surveys.count <= 2)
            seen += page.surveys.map(\.title)
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        #expect(seen == titles)
        var byCategory = ListByCategoryRequest(category: "product", pageSize: 3)
        let first = try await office.call(RewardsAPI.listByCategory, byCategory)
        #expect(first.surveys.map(\.title) == [titles[0], titles[1], titles[3]])
        byCategory.cursor = first.nextCursor
        let second = try await office.call(RewardsAPI.listByCategory, byCategory)
        #expect(second.surveys.map(\.title) == [titles[4]] && second.nextCursor.isEmpty)
        let other = ListAvailableRequest(cursor: first.nextCursor)
        #expect(try await office.refusal(RewardsAPI.listAvailable, other).reason == .invalidCursor)
        let bad = ListByCategoryRequest(category: "プロダクト")
        #expect(
            try await office.refusal(RewardsAPI.listByCategory, bad).fields["field"] == "category"
        )
        let large = ListAvailableRequest(pageSize: 501)
        #expect(
            try await office.refusal(RewardsAPI.listAvailable, large).fields["field"] == "page_size"
        )
        // Operators see all, the newest first.
        var listing = ListSurveysRequest(pageSize: 3)
        var listed: [String] = []
        repeat {
            let page = try await office.desk.call(Desk.listSurveys, listing)
            listed += page.surveys.compactMap(\.survey?.title)
            listing.cursor = page.nextCursor
        } while !listing.cursor.isEmpty
        #expect(listed == titles.reversed())
    }

    @Test func whatLapsesIsListed() async throws {
        let end = office.service.clock.now().adding(seconds: 86_400).toTheDay.adding(
            seconds: 86_400
        )
        let request = GrantPointsRequest(
            userID: anna.user.id,
            points: 30,
            reference: [1],
            expiresAt: Timestamp(end)
        )
        _ = try await office.desk.call(Desk.grantPoints, request)
        let lots = try await office.call(RewardsAPI.listExpiring, ListExpiringRequest()).lots
        #expect(lots == [ExpiringPoints(expiresAt: Timestamp(end), points: 30)])
    }

    @Test func whatIsHeldCannotBeSpent() async throws {
        try await office.desk.earn(100, by: anna)
        var held = LedgerMove.spending(30, by: anna)
        held.pendingUntil = Timestamp(office.service.clock.now().adding(seconds: 60))
        _ = try await office.desk.post([LedgerPosting(reference: .new(), moves: [held])])
        #expect(try await office.points() == PointBalance(points: 70, yenTenths: 70))
        let entry = try #require(try await office.transactions().first?.entry)
        #expect(entry.kind == .pending && entry.amount == 30)
        #expect(entry.change == 0 && entry.balance == 100)
    }

    @Test func missionsAndStreaksGoByTheDayOfThePerson() async throws {
        _ = try await office.service.offerRewards()
        let zone = SetTimeZoneRequest(timeZone: "Asia/Tokyo")
        let set = try await office.call(RewardsAPI.setTimeZone, zone)
        #expect(set.streak?.timeZone == "Asia/Tokyo" && set.streak?.current == 0)
        let missions = try await office.call(RewardsAPI.listMissions, ListMissionsRequest())
        #expect(missions.missions.map(\.progress) == [0])
        #expect(missions.day == set.streak?.today)
        let claim = ClaimMissionRequest(mission: "check-in")
        let early = try await office.refusal(RewardsAPI.claimMission, claim)
        #expect(early.reason == .missionNotReached)
        #expect(early.fields == ["goal": "1", "progress": "0"])
        let done = try await office.call(RewardsAPI.checkIn, CheckInRequest())
        #expect(done.counted && done.streak?.current == 1 && done.streak?.checkedInToday == true)
        let again = try await office.call(RewardsAPI.checkIn, CheckInRequest())
        #expect(!again.counted && again.streak == done.streak)
        // From the moment on that is told, it counts again.
        let next = try #require(done.streak?.nextDayAt)
        #expect(Instant(next) > office.service.clock.now())
        let shown = Instant(next).adding(seconds: 9 * 3_600)
        #expect(shown.toTheDay == shown)
        let claimed = try await office.call(RewardsAPI.claimMission, claim)
        #expect(claimed.awarded == 10 && claimed.balance?.points == 10)
        #expect(
            try await office.refusal(RewardsAPI.claimMission, claim).reason
                == .missionAlreadyClaimed
        )
        let other = ClaimMissionRequest(mission: "other")
        #expect(try await office.refusal(RewardsAPI.claimMission, other).reason == .missionNotFound)
        let streak = try await office.call(RewardsAPI.getStreak, GetStreakRequest()).streak
        #expect(streak == done.streak && streak?.longest == 1)
        let bad = SetTimeZoneRequest(timeZone: "Asia/Atlantis")
        #expect(try await office.refusal(RewardsAPI.setTimeZone, bad).reason == .timeZoneNotFound)
        let guest = try await office.service.guest()
        let nobody = try await office.call(RewardsAPI.getStreak, GetStreakRequest(), as: guest)
        #expect(nobody.streak?.timeZone == "UTC" && nobody.streak?.current == 0)
    }

    @Test func anExportHasAllThatIsKept() async throws {
        let survey = try await office.service.offerRewards()
        let request = SubmitAnswersRequest(surveyID: survey.id, answers: .sample)
        _ = try await office.call(RewardsAPI.submitAnswers, request)
        _ = try await office.call(
            RewardsAPI.setTimeZone,
            SetTimeZoneRequest(timeZone: "Asia/Seoul")
        )
        _ = try await office.call(RewardsAPI.checkIn, CheckInRequest())
        let stream = RecordingStream()
        let export = ExportDataRequest(password: TestService.password)
        _ = try office.service.open(AccountsAPI.exportData, export, as: anna.elsewhere, on: stream)
        await stream.runUntilFinished()
        let records = try stream.decoded(ExportDataResponse.self).compactMap { response in
            if case .record(let record) = response.part { return record }
            return nil
        }
        #expect(
            records.map(\.type) == [
                LedgerEntry.fullName, SurveySubmission.fullName, CheckInDay.fullName,
                TimeZonePeriod.fullName, MissionDay.fullName,
            ]
        )
        let submission = try ProtobufDecoder().decode(
            SurveySubmission.self,
            from: records[1].value
        )
        #expect(submission.surveyID == survey.id)
        #expect(
            submission.answers == [
                AnsweredQuestion(question: "どう思いますか。", text: "よいと思います。"),
                AnsweredQuestion(question: "どこで。", choices: ["広告"]),
            ]
        )
        #expect(submission.title == survey.title && submission.awarded == 150)
        let day = try ProtobufDecoder().decode(MissionDay.self, from: records[4].value)
        #expect(day.mission == "check-in" && day.progress == 1 && !day.claimed)
    }

    @Test func aFeatureThatIsOffIsRefused() async throws {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("rewards"))
        let service = try TestService(offered: OfferedFeatures(byDefaultOf: .all))
        let desk = try LedgerDesk(of: service)
        let other = try await desk.refusal(Desk.listSurveys, ListSurveysRequest())
        #expect(other.reason == .featureOff && other.fields == ["feature": "rewards"])
    }

    @Test func whatIsDoneTooOftenIsRefused() async throws {
        let service = try TestService(limits: ServiceLimits())
        let person = try await service.person("anna")
        func set(_ zone: String) async throws -> RefusalReason? {
            let request = SetTimeZoneRequest(timeZone: zone)
            return try await service.reason(RewardsAPI.setTimeZone, request, as: person.caller)
        }
        for number in 0..<20 {
            #expect(try await set(number.isMultiple(of: 2) ? "UTC" : "Asia/Seoul") == nil)
        }
        #expect(try await set("UTC") == .rateLimited)
    }

    @Test func deedsOfADayAreBounded() async throws {
        var limits = ServiceLimits()
        #expect(limits.rates[.rewardDeeds] == Rate(1_000, per: .day))
        limits.rates[.rewardDeeds] = Rate(3, per: .day)
        office.service.dependencies.set(limits)
        let survey = try await office.service.offerRewards()
        let answers = SubmitAnswersRequest(surveyID: survey.id, answers: .sample)
        _ = try await office.call(RewardsAPI.checkIn, CheckInRequest())
        _ = try await office.call(RewardsAPI.claimMission, .init(mission: "check-in"))
        _ = try await office.call(RewardsAPI.submitAnswers, answers)
        let refused = try await office.refusal(RewardsAPI.checkIn, CheckInRequest())
        #expect(refused.reason == .rateLimited)
        // Time zones are counted by themselves, and others have their own.
        let zone = SetTimeZoneRequest(timeZone: "Asia/Seoul")
        _ = try await office.call(RewardsAPI.setTimeZone, zone)
        _ = try await office.call(RewardsAPI.checkIn, CheckInRequest(), as: ben)
    }

    /// However long answers are, an export reads few of them at a time.
    @Test(arguments: [(30_000, 3), (70_000, 1), (100, 12)])
    func anExportReadsFewLongRecordsAtATime(byteCount: Int, countMax: Int) throws {
        let title = String(repeating: "a", count: byteCount)
        let part = ExportPart.records(of: SurveySubmission.self, field: 12) {
            request,
            _,
            write throws(DomainError) in
            for number in (request.place?.rawValue ?? 0)..<12 {
                let step = write(SurveySubmission(title: title))
                if step == .last, number < 11 { return Sequence(number + 1) }
            }
            return nil
        }
        let session = SessionKey(user: UserNumber(1), number: 1)
        let person = Identity(session: session, kind: .account)
        var (counts, place) = ([Int](), nil as Sequence?)
        repeat {
            let request = ExportRequest(
                identity: person,
                place: place,
                limit: 100,
                now: office.service.clock.now()
            )
            let page = try office.service.store.read { store throws(DomainError) in
                try part.read(request, store)
            }
            counts.append(page.messages.count)
            place = page.next
        } while place != nil
        #expect(counts.reduce(0, +) == 12 && counts.allSatisfy { $0 <= countMax })
    }
}
