package import AccountRules
package import Domain
package import LedgerRules
internal import TextForms

// What operators do, each recorded.
extension RewardWriting where Self: AccountAdministrationWriting {
    /// Makes a survey, once for each name, which can be answered at once.
    ///
    /// - Returns: The survey; the first one where it was asked for before.
    /// - Throws: `referenceReused`; `invalidValue` of `expires_at`; `surveyLimitReached`.
    package func createSurvey(
        _ details: SurveyDetails,
        called reference: DeedReference,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Survey {
        if let made = try survey(called: reference) {
            guard made.details == details else { throw .refused(.referenceReused) }
            return made
        }
        try details.end.check(at: context.now)
        let limit = DomainLimits.surveysMax
        guard try surveyCount(countMax: limit) < limit else {
            throw .refused(.surveyLimitReached(limit: limit))
        }
        let survey = try addSurvey(details, called: reference, at: context.now)
        try record(person, "rewards survey create \(survey.id.opaque.uuid)", context)
        return survey
    }

    /// Says when a survey ends, also one that has expired; the same again changes nothing.
    ///
    /// - Parameters:
    ///   - id: The survey.
    ///   - expiresAt: When it expires; nil for when it does.
    ///   - submissionsMax: How often it may be answered, 0 for any number; nil for as often as it
    ///     may be.
    ///   - person: The operator.
    ///   - context: The moment.
    /// - Returns: The survey as it is now.
    /// - Throws: `surveyNotFound`; `invalidValue` of `submissions_max`; `surveyExpired` for one
    ///   that was closed; `invalidValue` of `expires_at`.
    package func updateSurvey(
        _ id: SurveyID,
        expiresAt: Instant?,
        submissionsMax: Int64?,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Survey {
        let survey = try survey(id).unwrapped(or: .surveyNotFound)
        let end = try SurveyEnd(
            expiresAt: expiresAt ?? survey.end.expiresAt,
            submissionsMax: submissionsMax ?? Int64(clamping: survey.end.submissionsMax)
        )
        guard survey.closedAt == nil else { throw .refused(.surveyExpired) }
        guard end != survey.end else { return survey }
        if end.expiresAt != survey.end.expiresAt { try end.check(at: context.now) }
        var updated = survey
        updated.end = end
        try put(updated, insteadOf: survey)
        let moment = MomentText.text(ofMilliseconds: end.expiresAt.milliseconds)
        let options = "--expires \(moment) --submissions-max \(end.submissionsMax)"
        try record(person, "rewards survey update \(id.opaque.uuid) \(options)", context)
        return updated
    }

    /// Ends a survey before it expires; the same again changes nothing.
    ///
    /// - Throws: `surveyNotFound`.
    package func closeSurvey(
        _ id: SurveyID,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Survey {
        let survey = try survey(id).unwrapped(or: .surveyNotFound)
        guard survey.closedAt == nil else { return survey }
        var closed = survey
        closed.closedAt = context.now
        try put(closed, insteadOf: survey)
        try record(person, "rewards survey close \(id.opaque.uuid)", context)
        return closed
    }

    /// Gives somebody points, once for each name.
    ///
    /// - Parameters:
    ///   - grant: What is given.
    ///   - terms: When points lapse that are given without an end of their own.
    ///   - person: The operator.
    ///   - context: The moment.
    /// - Returns: The transfer, and what the person has then.
    /// - Throws: `userNotFound`; `referenceReused`; `invalidValue` of `expires_at`;
    ///   `balanceOutOfRange`.
    package func grant(
        _ grant: PointGrant,
        _ terms: RewardTerms,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> (transfer: Transfer, balance: Balance) {
        guard let holder = userNumber(of: grant.receiver), try user(holder) != nil else {
            throw .refused(.userNotFound)
        }
        let reference = reference(grant.reference.bytes, of: .grants)
        let former = try grantNumber(called: reference, grant.title, of: holder)
        let number =
            if let former { former } else { try addGrant(grant.title, to: holder) }
        let move = try Move(
            .earn,
            grant.points,
            from: .app(.issued, .points),
            to: .own(holder, .points),
            lapsing: grant.expiresAt ?? terms.expiry.end(of: context.now),
            subject: number
        )
        let transfer = try post(move, reference: reference, context)
        if former == nil {
            var standing = try standing(of: holder)
            standing.pointsEarned += UInt64(grant.points)
            _ = try settle(standing, of: holder, terms, context)
            let receiver = grant.receiver.opaque.uuid
            let deed = "rewards grant \(receiver) \(grant.points)\(grant.reason.option)"
            try record(person, deed, context)
        }
        return (transfer, try balance(of: .own(holder, .points), context))
    }

    /// The number of the grant that was made under a name; nil where there is none.
    ///
    /// - Throws: `referenceReused` where something else was said of it.
    private func grantNumber(
        called reference: TransferReference,
        _ title: String,
        of holder: UserNumber
    ) throws(DomainError) -> UInt64? {
        guard let number = try transferNumber(called: reference) else { return nil }
        let grant = try transfer(number).unwrapped(or: .transferNotFound).subject
        guard try grantTitle(grant, of: holder) == title else {
            throw .refused(.referenceReused)
        }
        return grant
    }

    /// Says what is to be done each day, in place of what was said under that name.
    ///
    /// - Throws: `invalidValue` of `kind` where it was of another; `missionLimitReached`.
    package func define(
        _ mission: Mission,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        try put(mission.defined(among: missions()))
        try record(person, mission.deed("define"), context)
    }

    /// Says what can be reached once and for all, in place of what was said under that name.
    ///
    /// - Throws: `invalidValue` of `kind` where it was of another; `achievementLimitReached`.
    package func define(
        _ achievement: Achievement,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        try put(achievement.defined(among: achievements()))
        try record(person, achievement.deed("define"), context)
    }

    /// Takes a mission away.
    ///
    /// - Throws: `missionNotFound`.
    package func withdraw(
        mission name: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let mission = try Mission.withdrawn(name, among: missions())
        try put(mission)
        try record(person, mission.deed("withdraw"), context)
    }

    /// Takes an achievement away; who has reached it keeps it.
    ///
    /// - Throws: `achievementNotFound`.
    package func withdraw(
        achievement name: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let achievement = try Achievement.withdrawn(name, among: achievements())
        try put(achievement)
        try record(person, achievement.deed("withdraw"), context)
    }
}

/// What an operator calls something that is done once, however often it is asked for.
package struct DeedReference: Sendable {
    /// The name.
    package let bytes: [UInt8]

    /// Checks a name.
    ///
    /// - Throws: `invalidValue` of `reference`.
    package init(_ bytes: [UInt8]) throws(DomainError) {
        guard DomainLimits.referenceByteCounts ~= bytes.count else {
            throw .invalid("reference", "\(DomainLimits.referenceByteCounts.words) bytes")
        }
        self.bytes = bytes
    }
}

/// Points that an operator gives somebody.
package struct PointGrant: Sendable {
    let receiver: UserID
    let points: Int64
    let reference: DeedReference
    let title: String
    let expiresAt: Instant?
    let reason: RemovalReason

    /// Checks a grant.
    ///
    /// - Parameters:
    ///   - points: How many.
    ///   - receiver: Who gets them.
    ///   - reference: What the grant is called; the same again gives nothing.
    ///   - title: What the person reads of it; may be empty.
    ///   - expiresAt: When they lapse; nil for when all rewards do.
    ///   - reason: Why, for the audit log.
    /// - Throws: `negativeValue`, `amountOutOfRange`; `invalidValue` of `reference`, `title` and
    ///   `reason`.
    package init(
        _ points: Int64,
        to receiver: UserID,
        reference: [UInt8],
        title: String = "",
        expiresAt: Instant? = nil,
        reason: String = ""
    ) throws(DomainError) {
        self.receiver = receiver
        try Move.check(points, maximum: DomainLimits.rewardPoints.upperBound)
        self.points = points
        self.reference = try DeedReference(reference)
        let titleMax = DomainLimits.rewardTitleCharacters.upperBound
        self.title = try ShortText.checked(title, field: "title", charactersMax: titleMax)
        self.expiresAt = expiresAt
        self.reason = try RemovalReason(reason)
    }
}

extension Goal {
    /// The goal with the number of the one of its name, which it takes the place of.
    ///
    /// - Throws: `invalidValue` of `kind` where that one was of another; that there are as many as
    ///   there can be.
    fileprivate func defined(among known: [Goal]) throws(DomainError) -> Goal {
        if let former = known.first(where: { $0.name == name }) {
            // What was counted of one kind is nothing of another.
            guard kind == former.kind else {
                let expected = "\(former.kind.word), as before; another name for another kind"
                throw .invalid("kind", expected)
            }
            return numbered(former.number)
        }
        guard known.count < Kind.countMax else { throw .refused(Kind.limitReached) }
        return self
    }

    /// The goal of a name, taken away.
    ///
    /// - Throws: That there is none.
    fileprivate static func withdrawn(
        _ name: String,
        among known: [Goal]
    ) throws(DomainError) -> Goal {
        let goal = known.first { $0.name.text == name && !$0.isWithdrawn }
        return try goal.unwrapped(or: Kind.notFound).withdrawn
    }

    private var withdrawn: Goal { numbered(number, isWithdrawn: true) }

    /// What the audit log says of it.
    fileprivate func deed(_ verb: String) -> String {
        "rewards \(Kind.command) \(verb) \(name.text)"
    }
}
