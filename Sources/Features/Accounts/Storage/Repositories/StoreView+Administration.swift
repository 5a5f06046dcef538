package import AccountRules
package import Domain
package import Records
internal import StorageEngine

extension StoreView: AccountAdministrationReading {
    package func isGuest(_ number: UserNumber) throws(DomainError) -> Bool {
        guard try !contains(.user(number), in: .users), try !isRemoved(number) else { return false }
        guard try isEmpty(.all(of: number), in: .sessions) else { return true }
        return try !isEmpty(.all(of: number), in: .sent)
    }

    package func visitAccounts(
        after user: UserNumber?,
        limit: Int,
        _ visit: (User) -> PageStep
    ) throws(DomainError) -> UserNumber? {
        var page = RecordPage<UserNumber>(limit: limit)
        var range = KeyRange.all
        if let user {
            // After the last possible number there is nobody.
            guard user.rawValue < .max else { return nil }
            range.lower = .user(UserNumber(user.rawValue + 1))
        }
        try scanSound(.users, range, .ascending, atMost: limit.andOneMore) {
            key,
            value throws(DomainError) in
            let number = UserNumber(try key.number(at: 0, of: .account))
            return try page.add(number) { () throws(DomainError) in
                let record = try UserRecord(value)
                let user = try User(
                    record,
                    number: number,
                    id: userID(of: number),
                    linkToken: try linkToken(of: record, number)
                )
                return visit(user)
            }
        }
        return page.next
    }

    package func holdings(of user: UserNumber, countMax: Int) throws(DomainError) -> AccountHoldings
    {
        AccountHoldings(
            sessions: try count(.all(of: user), in: .sessions, countMax),
            contacts: try count(.all(of: user), in: .contacts, countMax),
            receivedNotes: try count(.all(of: user), in: .inbox, countMax),
            blocks: try count(.all(of: user), in: .blocks, countMax)
        )
    }
}
