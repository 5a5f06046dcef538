internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

// Accounts whose record is lost: neither names nor passwords can be made again.
extension Mending {
    /// Leaves an order to erase each account that something speaks of and that is not there.
    ///
    /// There is no mark that it was deleted, for a backup may bring it back.
    func eraseLostAccounts(in view: SalvageView) throws(StoreToolError) {
        let search = AccountSearch(view)
        try search.lookAtTables(self)
        try search.lookAtOthers(secrets.identifiers)
        for user in search.missing.sorted() {
            try put(
                ErasureOrder().value,
                for: .erasure(user),
                in: .erasures,
                as: .added,
                "the account or guest cannot be read, and what is left of it is erased"
            )
            try view.forEach(of: .sessions, in: .all(of: user)) { _, _ in
            } _: { key, _ throws(StoreToolError) in
                try drop(key, in: .sessions, "its account or guest cannot be read")
            }
        }
    }
}

/// Gathers whom records speak of as an account that is not there.
private final class AccountSearch {
    private(set) var missing: Set<UserNumber> = []
    private let view: SalvageView
    /// The last one that was asked for, who is often asked for again.
    private var last: UserNumber?

    init(_ view: SalvageView) {
        self.view = view
    }

    private func require(_ user: UserNumber) throws(StoreToolError) {
        if user == last || user == .nobody { return }
        last = user
        guard try !view.exists(.user(user), in: .users), try !view.isBeingErased(user) else {
            return
        }
        missing.insert(user)
    }

    /// Looks at what no account's erasure would leave, and at what a guest may have had.
    func lookAtTables(_ mending: Mending) throws(StoreToolError) {
        for table in Schema.tables where !table.erasure.leavesRecords {
            try look(at: table, mending)
        }
    }

    private func look(
        at declaration: some TableDeclaration,
        _ mending: Mending
    ) throws(StoreToolError) {
        let table = declaration.declared
        switch table.owner {
        case .nobody: return
        case .account:
            try forEachOwner(of: table.id, require)
        case .record:
            try view.forEach(of: table.id) { key, value throws(DomainError) in
                table.owner(of: try table.row(key: key, value: value))
            } _: { (_, user: UserNumber?) throws(StoreToolError) in
                if let user { try require(user) }
            }
        case .person:
            // What is made again is judged by what it is made of.
            guard table.isOrderedByPerson, !table.isMadeAgain else { return }
            try forEachOwner(of: table.id) { user throws(StoreToolError) in
                try requireIfLost(user, mending)
            }
        }
    }

    private func forEachOwner(
        of table: TableID,
        _ body: (UserNumber) throws(StoreToolError) -> Void
    ) throws(StoreToolError) {
        try view.forEach(of: table) { key, _ throws(DomainError) in
            UserNumber(try key.number(at: 0, of: .account))
        } _: { _, user throws(StoreToolError) in
            try body(user)
        }
    }

    /// Requires somebody who may be a guest without a session: where those are lost they cannot
    /// come back, and where orders are lost there was one.
    private func requireIfLost(_ user: UserNumber, _ mending: Mending) throws(StoreToolError) {
        guard user != last else { return }
        let mayBe = [TableID.users, .sessions, .erasures].contains { table in
            mending.mayLack(table, of: user)
        }
        guard mayBe, try view.lastKey(of: .sessions, in: .all(of: user)) == nil else { return }
        try require(user)
    }

    /// Looks at what others have of an account.
    func lookAtOthers(_ identifiers: IdentifierCipher) throws(StoreToolError) {
        try view.forEach(of: .contacts) { _, value throws(DomainError) in
            try ContactRecord(value).linkedUser.map(UserNumber.init(_:))
        } _: { (_, linked: UserNumber?) throws(StoreToolError) in
            if let linked { try require(linked) }
        }
        try view.forEach(of: .sessions) { key, value throws(DomainError) in
            let kind = SessionKind(rawValue: UInt8(clamping: try SessionRecord(value).kind))
            return (UserNumber(try key.number(at: 0, of: .account)), kind)
        } _: { _, session throws(StoreToolError) in
            if session.1 == .account { try require(session.0) }
        }
        try view.forEach(of: .sent) { _, value throws(DomainError) in
            let note = try SentNote(value)
            if case .received(let route) = note.body { return route }
            return note.namedReceiver
        } _: { (_, way: OpaqueID?) throws(StoreToolError) in
            if let way { try require(identifiers.openReceiverRoute(way).user) }
        }
    }
}
