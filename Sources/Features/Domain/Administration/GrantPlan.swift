/// Gives an account a premium plan until a moment, or takes it away: the operator's act.
package struct GrantPlan: Sendable {
    /// The account that gets the plan; guests have none.
    package let user: UserNumber
    /// The plan that takes the place of the present one.
    package let plan: Plan

    /// Names the account and its plan from now on.
    package init(user: UserNumber, plan: Plan) {
        self.user = user
        self.plan = plan
    }

    /// Stores the plan; contacts beyond the limits of a lesser plan stay.
    ///
    /// - Throws: `accountRequired` when there is no such account.
    package func run(in store: any Writing) throws(DomainError) {
        guard var account = try store.user(user) else { throw .refused(.accountRequired) }
        account.plan = plan
        try store.update(account)
    }
}
