import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Points and surveys of an application")
struct RewardValueTests {
    @Test("Points are never below 0, 10 of them are a yen, and what cannot be counted is told")
    func amounts() throws {
        #expect(throws: PointAmountError.negativeValue) { try PointAmount(-1) }
        #expect(try PointAmount(0) == .zero)
        let amount = try PointAmount(1_155)
        #expect(amount.toYen() == Decimal(string: "115.5") && amount > .zero)
        #expect(try amount.adding(.points(5)).value == 1_160)
        #expect(throws: PointAmountError.tooMany) { try PointAmount(.max).adding(.points(1)) }
        #expect(PointBalance(points: amount).yen == Decimal(string: "115.5"))
    }

    @Test(
        "アンケートの報酬効率を計算できる: 0 where nobody said how long it takes",
        arguments: [(5, 20.0), (1, 100), (0, 0), (-1, 0)]
    )
    func efficiency(minutes: Int, points: Double) {
        let survey = Survey.fixture(reward: .points(100), estimatedMinutes: minutes)
        #expect(survey.rewardEfficiency() == points)
    }

    @Test("A survey can be answered until the moment at which it expires")
    func availability() {
        let survey = Survey.fixture(expiresAt: FakeClock.start)
        #expect(survey.isAvailable(at: FakeClock.start - 0.001))
        #expect(!survey.isAvailable(at: FakeClock.start))
    }

    @Test("A question takes what its kind allows, at each edge")
    func answers() {
        let text = SurveyQuestion.fixture(kind: .text(characterCountMax: 2))
        #expect(text.takes(.text("👨‍👩‍👧ㅎ")) && !text.takes(.text("abc")))
        #expect(!text.takes(.text("")) && !text.takes(.text(" \n")))
        #expect(!text.takes(.choices([0])))
        let one = SurveyQuestion.fixture(kind: .oneChoice(["a", "b"]))
        #expect(one.takes(.choices([1])) && !one.takes(.choices([2])) && !one.takes(.choices([-1])))
        #expect(!one.takes(.choices([])) && !one.takes(.choices([0, 1])) && !one.takes(.text("a")))
        let several = SurveyQuestion.fixture(
            kind: .severalChoices(["a", "b", "c"], countMax: 2)
        )
        #expect(several.takes(.choices([0])) && several.takes(.choices([0, 2])))
        for choices in [[], [0, 1, 2], [1, 1], [2, 0], [1, 3]] {
            #expect(!several.takes(.choices(choices)), "\(choices)")
        }
        #expect(!SurveyQuestion.fixture(kind: .unknown).takes(.text("a")))
    }

    @Test("Answers are one for each question, and the first that does not fit is named")
    func validation() {
        let survey = Survey.fixture(
            questions: [.fixture(), .fixture(kind: .oneChoice(["a", "b"])), .fixture()]
        )
        func failure(_ answers: [SurveyAnswer]) -> SurveyError? {
            if case .failure(let failure) = survey.validateAnswers(answers) { failure } else { nil }
        }
        #expect(failure([.text("1"), .choices([0]), .text("3")]) == nil)
        let short = failure([.text("1"), .choices([0])])
        #expect(short == .incompleteAnswers(expected: 3, given: 2))
        #expect(failure([.text("1"), .text("2"), .text("")]) == .invalidAnswer(question: 2))
    }

    @Test("Who has checked in has until the next day begins, however long ago that was told")
    func checkedIn() {
        func streak(_ isDone: Bool) -> Streak {
            Streak(
                current: 1,
                longest: 1,
                isCheckedInToday: isDone,
                today: "2024-01-01",
                timeZone: "UTC",
                nextDayAt: FakeClock.start
            )
        }
        #expect(streak(true).isCheckedIn(at: FakeClock.start - 0.001))
        #expect(!streak(true).isCheckedIn(at: FakeClock.start))
        #expect(!streak(false).isCheckedIn(at: FakeClock.start - 1))
    }

    @Test("A mission is claimed once it is done, and once only")
    func missions() {
        func mission(_ progress: Int, isClaimed: Bool = false) -> DailyMission {
            DailyMission(
                id: "three",
                title: "3",
                day: "2024-01-01",
                goal: 3,
                progress: progress,
                reward: .zero,
                isClaimed: isClaimed
            )
        }
        #expect(!mission(2).isClaimable && mission(3).isClaimable)
        #expect(!mission(3, isClaimed: true).isClaimable)
    }
}
