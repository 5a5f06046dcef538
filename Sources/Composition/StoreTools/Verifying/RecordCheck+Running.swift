internal import Domain
internal import Records
internal import Storage
internal import StorageEngine

/// What was looked at to prove that anonymous notes do not depend on who sent them.
package struct PrivacySummary: Equatable, Sendable {
    /// Anonymous notes.
    package var noteCount = 0
    /// People who received any.
    package var receiverCount = 0
}

// The checks of all records of one state, whatever engine has it.
extension RecordCheck {
    /// Checks that records agree with each other: person by person, so that all that belongs
    /// together is at hand, and at last what belongs to nobody.
    ///
    /// - Throws: Why they cannot be read to their end, or why the work is to end.
    package func runAll() throws(StoreToolError) {
        do throws(StorageError) {
            try EntryCheck(self).run()
            var last = UserNumber.nobody
            try PersonCheck(of: last, self).run()
            while let user = try nextUser(after: last) {
                try PersonCheck(of: user, self).run()
                last = user
                if steps.failure != nil { break }
            }
            try EntryCheck(self).runCounter(greatest: last)
        } catch {
            throw StoreToolError(error)
        }
        try steps.check()
    }

    /// Checks that what one feature keeps agrees with what another one does, as far as both can be
    /// read; no steps are counted.
    ///
    /// - Throws: Why they cannot be read to their end.
    package func runAgreements() throws(StoreToolError) {
        let store = StoreView(view, secrets)
        do throws(StorageError) {
            for table in Schema.tables { try checkAgreement(of: table, in: store) }
        } catch {
            throw StoreToolError(error)
        }
        // What is damaged is reported where it lies.
        for agreement in Schema.agreements { try? agreement(store) { report($0, $1, $2) } }
    }

    private func checkAgreement(
        of declaration: some TableDeclaration,
        in store: StoreView
    ) throws(StorageError) {
        let table = declaration.declared
        guard let disagreement = table.disagreement else { return }
        try forEachSound(of: table.id, in: .all) { key, value in
            // What is damaged is reported where it lies.
            guard let row = try? table.row(key: key, value: value),
                let problem = try? disagreement(row, store)
            else { return .next }
            report(table.id, row.storedKey, problem)
            return .next
        }
    }

    /// Checks that nothing which somebody receives anonymously depends on who sent it.
    ///
    /// - Returns: What was looked at.
    /// - Throws: Why they cannot be read to their end, or why the work is to end.
    package func runPrivacy() throws(StoreToolError) -> PrivacySummary {
        var summary = PrivacySummary()
        do throws(StorageError) {
            var last = UserNumber.nobody
            while let user = try nextUser(after: last), steps.failure == nil {
                let count = try PrivacyCheck(of: user, self).run()
                summary.noteCount += count
                if count > 0 { summary.receiverCount += 1 }
                last = user
            }
        } catch {
            throw StoreToolError(error)
        }
        try steps.check()
        return summary
    }
}
