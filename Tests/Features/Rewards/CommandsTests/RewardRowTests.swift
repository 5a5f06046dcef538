import CommandLineInterface
import NoteletClient
import Testing

@testable import RewardCommands

@Suite("Rewards for programs and people")
struct RewardRowTests {
    @Test("The columns are all that rows have")
    func columns() {
        #expect(
            Survey.form.kind.columns == [
                "id", "title", "category", "reward", "estimated_minutes", "expires_at",
                "submitted", "closed",
            ]
        )
        #expect(
            PointTransaction.form.kind.columns == [
                "sequence", "kind", "amount", "change", "balance", "occurred_at", "expires_at",
                "reason", "title",
            ]
        )
        #expect(ExpiringPoints.form.kind.columns == ["expires_at", "points"])
        #expect(
            MissionProgress.form.kind.columns == [
                "name", "title", "kind", "goal", "progress", "reward", "claimed",
            ]
        )
        #expect(
            AchievementProgress.form.kind.columns == [
                "name", "title", "kind", "goal", "progress", "reward", "earned_at",
            ]
        )
    }

    @Test("Each kind of transfer has a word in either language, and a number that is not known")
    func kinds() {
        for kind in TransferKind.named {
            #expect(kind.wording.english == kind.plainName)
            #expect(kind.wording.others["ko"] != kind.plainName, "\(kind)")
        }
        #expect(TransferKind(rawValue: 99).wording.others["ko"] == "99")
    }

    @Test("Each reason has a word in either language, and none is none")
    func reasons() {
        for reason in PointReason.named {
            #expect(reason.wording.english == reason.plainName)
            #expect(reason.wording.others["ko"] != reason.plainName, "\(reason)")
        }
        for reason in [PointReason.unspecified, PointReason(rawValue: 99)] {
            #expect(reason.wording.english.isEmpty && reason.wording.others["ko"] == "")
        }
        let json = PointTransaction.form.json(PointTransaction(entry: LedgerEntry())).text
        #expect(json.hasSuffix(#""reason":null,"title":""}"#), "\(json)")
    }

    @Test("A person reads how much was held, in brackets, where nothing was moved")
    func held() {
        let held = LedgerEntry(kind: .pending, amount: 300, change: 0, balance: 1_320)
        #expect(PointTransaction(entry: held).changeText == "(300)")
        let spent = LedgerEntry(kind: .spend, amount: 30, change: -30, balance: 1_290)
        #expect(PointTransaction(entry: spent).changeText == "-30")
    }

    @Test("Yen have their tenths where there are any, and a minute its points")
    func worth() {
        for (tenths, text) in [(0, "0"), (9, "0.9"), (10, "1"), (1_155, "115.5")] {
            #expect(PointBalance(yenTenths: Int64(tenths)).yenText == text)
        }
        #expect(PointBalance(yenTenths: .max).yenText == "922337203685477580.7")
        for (minutes, points) in [(5, 20.0), (1, 100), (0, 0), (-1, 0)] {
            let survey = Survey(reward: 100, estimatedMinutes: Int32(minutes))
            #expect(survey.rewardEfficiency == points)
        }
    }

    @Test("What is typed is a text, or the numbers of options, which are counted from 1")
    func answers() {
        let several = SurveyQuestion(
            kind: .severalChoices,
            options: ["a", "b", "c"],
            maximum: 2
        )
        let one = SurveyQuestion(kind: .oneChoice, options: ["a", "b"])
        func answer(_ text: String, _ question: SurveyQuestion) -> SurveyAnswer? {
            SurveyAnswer(typed: text, to: question)
        }
        #expect(answer("1,3", SurveyQuestion(kind: .text)) == SurveyAnswer(text: "1,3"))
        #expect(answer("2", one) == SurveyAnswer(choices: [1]))
        #expect(answer("3, 1,3", several) == SurveyAnswer(choices: [0, 2]))
        for text in ["0", "", "x", "1,", "-1", "4294967296", "4", "1,2,3"] {
            #expect(answer(text, several) == nil, "\(text)")
        }
        for text in ["0", "3", "1,2"] { #expect(answer(text, one) == nil, "\(text)") }
    }
}
