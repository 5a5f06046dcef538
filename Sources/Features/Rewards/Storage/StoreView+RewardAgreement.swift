internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import Records
internal import RewardRules

// What was given has to be what the ledger has, and answers what their survey asks.
extension StoreView {
    /// In what an answer disagrees with its survey, or with what the ledger says of it.
    func disagreement(of submission: Submission) throws(DomainError) -> String? {
        if let survey = try survey(numbered: submission.survey) {
            guard submission.number <= survey.submissionCount else {
                return "its survey does not count it"
            }
            guard survey.takes(submission.answers) else { return "it does not suit its survey" }
        }
        return try disagreement(
            ofAward: submission.awarded,
            to: submission.person,
            for: .survey(submission.survey)
        )
    }

    /// In what points that were given disagree with the transfer that is called by what they were
    /// given for; of who is being erased the ledger may be silent already.
    func disagreement(
        ofAward points: Int64,
        to person: UserNumber,
        for reason: AwardReason
    ) throws(DomainError) -> String? {
        let name = reference(reason.reference(to: person), of: .rewards)
        guard let number = try transferNumber(called: name) else {
            return points == 0 ? nil : "no transfer gave its points"
        }
        guard let transfer = try transfer(number) else { return nil }
        let receiver = transfer.destination.account
        let isReceiver = receiver == .own(person, .points) || receiver.role == .erased
        let isSame = transfer.kind == .earn && transfer.amount == points && isReceiver
        return isSame ? nil : "the transfer that gave its points is another one"
    }
}
