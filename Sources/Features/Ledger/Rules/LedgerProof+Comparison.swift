internal import AccountRules
internal import Domain

// What is stored beside the transfers, held against what they make.
extension LedgerProof {
    /// Checks what finds a transfer, and what it says of an earlier one; what cannot be read of
    /// that is told where it lies.
    func check(_ transfer: Transfer, in store: some LedgerReading) throws(DomainError) {
        if let reference = transfer.reference {
            let found = try readable { () throws(DomainError) -> UInt64? in
                try store.transferNumber(called: reference)
            }
            if found != transfer.number {
                tell("transfer \(transfer.number)", "its name does not lead to it")
            }
        }
        guard transfer.kind == .correct else { return }
        let earlier = try readable { () throws(DomainError) -> Transfer? in
            try store.transfer(transfer.earlier)
        }
        guard let wrong = earlier else { return }
        let isReverse =
            transfer.source.may(be: wrong.destination)
            && transfer.destination.may(be: wrong.source)
        if !isReverse || !wrong.kind.movesAmounts || transfer.amount > wrong.amount {
            tell("transfer \(transfer.number)", "it does not move back what \(wrong.number) moved")
        }
    }

    /// Compares with what is stored, after the last transfer.
    func compare(with store: some LedgerReading) throws(DomainError) {
        for unit in LedgerUnit.allCases where gapCount == 0 && sum(of: unit) != 0 {
            tell("\(unit)", "all accounts together have \(sum(of: unit)), not 0")
        }
        for (account, expected) in accounts {
            try comparing(name(of: account)) { () throws(DomainError) in
                try compare(expected, of: account, store)
            }
        }
        for (transfer, hold) in open.values {
            let subject = "transfer \(transfer.number)"
            try comparing(subject) { () throws(DomainError) in
                let isKept = try store.hold(of: transfer) == hold
                if !isKept { tell(subject, "it is pending, and what it holds is not kept so") }
                if isKept, try !store.hasEnd(of: hold) { tell(subject, "nothing ends it") }
            }
        }
        try compareOthers(in: store)
    }

    /// Looks at what is stored of which there is no transfer.
    private func compareOthers(in store: some LedgerReading) throws(DomainError) {
        var unknown: [LedgerAccount] = []
        try comparing("what no transfer is of") { () throws(DomainError) in
            try store.visitAccounts { account, state in
                guard accounts[account] == nil else { return }
                unknown.append(account)
                guard state != AccountState() else { return }
                let problem = "it has \(state.balance), and no transfer is of it"
                tell(name(of: account), problem)
            }
        }
        for account in unknown {
            try comparing(name(of: account)) { () throws(DomainError) in
                try compare(Lots(), of: account, store)
            }
        }
        try comparing("what is not pending") { () throws(DomainError) in
            try store.visitHolds { hold in
                guard open[hold.number] == nil else { return }
                tell("transfer \(hold.number)", "it is kept as pending, and is not")
            }
        }
    }

    private func comparing(
        _ subject: @autoclosure () -> String,
        _ body: () throws(DomainError) -> Void
    ) throws(DomainError) {
        let read = try readable { () throws(DomainError) -> Bool? in
            try body()
            return true
        }
        if read == nil { tell(subject(), "not all that is stored of it can be read") }
    }

    private func compare(
        _ expected: Reckoned,
        of account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) {
        let (stored, state) = (try store.state(of: account), expected.state)
        require(state.balance, stored.balance, "balance", of: account)
        require(state.pending, stored.pending, "pending amount", of: account)
        require(
            Int64(clamping: state.entryCount),
            Int64(clamping: stored.entryCount),
            "number of entries",
            of: account
        )
        guard stored.isLeaving else {
            return try compare(expected.isTorn ? nil : expected.lots, of: account, store)
        }
        if try store.correspondent(account.holder) != nil {
            tell(name(of: account), "it is marked as leaving, and its holder is there")
        }
    }

    /// Compares lots; nil where nobody knows which must be there.
    private func compare(
        _ expected: Lots?,
        of account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) {
        let stored = try store.lots(of: account)
        for lot in stored.all where try !store.hasEnd(of: lot, of: account) {
            tell(name(of: account), "nothing ends its lot that ends on \(lot.end.day)")
        }
        guard let expected, expected != stored else { return }
        for lot in expected.all where !stored.all.contains(lot) {
            tell(
                name(of: account),
                "of its lot that ends on \(lot.end.day), \(lot.amount) should be there"
            )
        }
        for lot in stored.all where !expected.all.contains(lot) {
            tell(
                name(of: account),
                "its lot that ends on \(lot.end.day) has \(lot.amount), and should not"
            )
        }
    }

    private func require(
        _ expected: Int64,
        _ stored: Int64,
        _ what: String,
        of account: LedgerAccount
    ) {
        guard expected != stored else { return }
        tell(name(of: account), "its \(what) is \(stored), and its transfers make \(expected)")
    }
}
