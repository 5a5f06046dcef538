/// Makes an identity without an account, for a visitor of a link who wants to read the answer.
package struct CreateGuest: Sendable {
    /// Needs nothing.
    package init() {}

    /// Takes a number and opens a session for it.
    package func run(in store: any Writing, _ context: Context) throws(DomainError) -> SessionGrant
    {
        let number = try store.makeUserNumber()
        return try OpenSession(user: number, kind: .guest).run(in: store, context)
    }
}
