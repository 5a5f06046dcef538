package import AccountRules
package import Domain
package import TextFolding

/// A word or phrase that somebody does not want to read: a note that has it does not arrive, and
/// its sender notices nothing.
///
/// It is looked for anywhere in a note, also within other words, since Korean puts endings on
/// words, and in its folded form: case, canonically equivalent spellings and how much white space
/// there is make no difference; anything else does. There are no patterns, so that looking for all
/// words at once is one pass over the note.
package struct UnwantedWord: Hashable, Sendable {
    /// The word as it was given, without white space around it.
    package let text: String

    /// Wraps a word that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks a word: 1 to 50 characters, at most 200 bytes, after trimming.
    ///
    /// - Throws: `invalidValue` of `word`.
    package init(_ text: String) throws(DomainError) {
        let isBounded = text.utf8.count <= DomainLimits.unwantedWordByteCountMax * 2
        let trimmed = isBounded ? Self.trimmed(text) : ""
        guard trimmed.utf8.count <= DomainLimits.unwantedWordByteCountMax,
            DomainLimits.unwantedWordCharacters.contains(trimmed.count)
        else {
            throw .invalid(
                "word",
                "\(DomainLimits.unwantedWordCharacters.words) characters, at most "
                    + "\(DomainLimits.unwantedWordByteCountMax) bytes"
            )
        }
        self.text = trimmed
    }

    private static func trimmed(_ text: String) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}

/// Reads lists of unwanted words: one of each account, and the operator's, which is nobody's.
package protocol WordReading: AnyObject {
    /// The words of a list, in the order of their texts.
    func unwantedWords(of owner: UserNumber) throws(DomainError) -> [UnwantedWord]
}

/// Writes lists of unwanted words, and looks for them.
package protocol WordWriting: WordReading {
    /// Adds a word to a list, or does nothing if it is there, be it spelled otherwise.
    func add(_ word: UnwantedWord, to owner: UserNumber, at now: Instant) throws(DomainError)
    /// Takes a word from a list, if it is there.
    func remove(_ word: UnwantedWord, from owner: UserNumber) throws(DomainError)
    /// Whether a note has a word that its receiver or the operator does not want.
    ///
    /// It takes as long whether it has or not, and whether there are words or none.
    func hasUnwantedWord(
        _ text: FoldedText,
        for receiver: UserNumber
    ) throws(DomainError) -> Bool
}

/// Changes the list of words that somebody does not want to read.
package struct ChangeUnwantedWords: Sendable {
    /// The caller, whose list it is.
    package let identity: Identity
    /// The word.
    package let word: UnwantedWord
    /// What becomes of it.
    package let change: Change

    /// What can become of a word.
    package enum Change: Sendable {
        /// Notes with it do not arrive from now on.
        case add
        /// They do again.
        case remove
    }

    /// Gathers the change.
    package init(identity: Identity, word: UnwantedWord, change: Change) {
        self.identity = identity
        self.word = word
        self.change = change
    }

    /// Changes the list; again is no change.
    ///
    /// - Throws: `accountRequired`, `wordLimitReached`.
    package func run(
        in store: any AccountAdministrationWriting & AccountReading & WordWriting,
        _ context: Context
    ) throws(DomainError) {
        let owner = try store.account(of: identity).number
        try store.change(
            word,
            change,
            of: owner,
            countMax: DomainLimits.unwantedWordsPerUserMax,
            context
        )
    }
}

/// Changes the list of words that the operator lets nobody send: recorded.
package struct ChangeOperatorWords: Sendable {
    /// The word.
    package let word: UnwantedWord
    /// What becomes of it.
    package let change: ChangeUnwantedWords.Change

    /// Gathers the change.
    package init(_ word: UnwantedWord, _ change: ChangeUnwantedWords.Change) {
        self.word = word
        self.change = change
    }

    /// Changes the list, for notes that are sent from now on; again is no change.
    ///
    /// - Throws: `wordLimitReached`.
    package func run(
        in store: any AccountAdministrationWriting & AccountReading & WordWriting,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        try store.change(
            word,
            change,
            of: .nobody,
            countMax: DomainLimits.unwantedWordsOfOperatorMax,
            context
        )
        let verb =
            switch change {
            case .add: "add"
            case .remove: "remove"
            }
        try store.record(person, "word \(verb) '\(word.text)'", context)
    }
}

extension WordWriting {
    fileprivate func change(
        _ word: UnwantedWord,
        _ change: ChangeUnwantedWords.Change,
        of owner: UserNumber,
        countMax: Int,
        _ context: Context
    ) throws(DomainError) {
        switch change {
        case .add:
            try add(word, to: owner, at: context.now)
            guard try unwantedWords(of: owner).count <= countMax else {
                throw .refused(.wordLimitReached(limit: countMax))
            }
        case .remove: try remove(word, from: owner)
        }
    }
}
