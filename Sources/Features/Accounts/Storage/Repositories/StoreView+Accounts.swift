package import AccountRules
package import Domain
package import Records
package import StorageEngine

extension StoreView: AccountReading {
    package func user(_ number: UserNumber) throws(DomainError) -> User? {
        guard let record = try userRecord(number) else { return nil }
        return try User(
            record,
            number: number,
            id: userID(of: number),
            linkToken: try linkToken(of: record, number)
        )
    }

    package func correspondent(_ number: UserNumber) throws(DomainError) -> Correspondent? {
        if let known = known?.correspondent(number) { return known }
        let found = try value(of: .user(number), in: .users) { value throws(DomainError) in
            try Correspondent(number, in: value)
        }
        if let found { known?.remember(found) }
        return found
    }

    package func userNumber(named username: Username) throws(DomainError) -> UserNumber? {
        try owner(of: .accountEntry(secrets.digests.username(username)), in: .usernames)
    }

    package func userNumber(withEmail email: EmailAddress) throws(DomainError) -> UserNumber? {
        try owner(of: .accountEntry(secrets.digests.email(email)), in: .emails)
    }

    package func userNumber(behind link: LinkToken) throws(DomainError) -> UserNumber? {
        if let known = known?.owner(of: link) { return known }
        let found = try owner(of: .accountEntry(secrets.digests.link(link)), in: .links)
        if let found { known?.remember(owner: found, of: link) }
        return found
    }

    package func pendingReset(_ digest: [UInt8]) throws(DomainError) -> PendingReset? {
        guard digest.count == ResetRecord.digestByteCount else { return nil }
        return try value(of: .resetCode(digest), in: .resetCodes) { value throws(DomainError) in
            let record = try ResetRecord(value)
            return PendingReset(
                digest: digest,
                user: UserNumber(record.user),
                expiresAt: Instant(milliseconds: record.expiresAt),
                operatorName: record.operatorName
            )
        }
    }

    package func userID(of number: UserNumber) -> UserID {
        secrets.identifiers.userID(of: number)
    }

    package func userNumber(of id: UserID) -> UserNumber? {
        secrets.identifiers.userNumber(of: id)
    }

    /// The stored form of an account.
    func userRecord(_ number: UserNumber) throws(DomainError) -> UserRecord? {
        try value(of: .user(number), in: .users) { value throws(DomainError) in
            try UserRecord(value)
        }
    }

    /// The link token of an account, in the clear.
    func linkToken(
        of record: UserRecord,
        _ number: UserNumber
    ) throws(DomainError) -> LinkToken? {
        guard let box = record.sealedLinkToken else { return nil }
        guard let token = secrets.openLinkToken(box, of: number) else {
            throw UserRecord.kind.damaged
        }
        return token
    }

    /// Whether anybody is being erased at this moment; nearly always it is nobody.
    package func isErasing() throws(DomainError) -> Bool {
        try !isEmpty(.erasures)
    }

    /// Whether this account or guest was removed and not all its records are erased yet.
    package func isRemoved(_ number: UserNumber) throws(DomainError) -> Bool {
        try contains(.erasure(number), in: .erasures)
    }

    /// Whom a unique entry belongs to.
    package func owner(of key: Key, in table: TableID) throws(DomainError) -> UserNumber? {
        try value(of: key, in: table) { value throws(DomainError) in
            UserNumber(try value.number(at: 0, of: .uniqueEntry))
        }
    }
}
