package import Domain
package import NoteRules
package import Records
internal import StorageEngine
package import TextFolding

extension StoreView: WordReading {
    package func unwantedWords(of owner: UserNumber) throws(DomainError) -> [UnwantedWord] {
        var words: [UnwantedWord] = []
        try scan(.unwantedWords, .all(of: owner), .ascending) { _, value throws(DomainError) in
            words.append(UnwantedWord(stored: try UnwantedWordRecord(value).text))
            return .next
        }
        return words.sorted { $0.text < $1.text }
    }
}

extension StoreTransaction: WordWriting {
    package func add(_ word: UnwantedWord, to owner: UserNumber, at now: Instant)
        throws(DomainError)
    {
        let key = Key.unwantedWord(owner, secrets.digests.unwantedWord(word))
        guard try !contains(key, in: .unwantedWords) else { return }
        let record = UnwantedWordRecord(text: word.text, addedAt: now.milliseconds)
        try put(record.encoded(), for: key, in: .unwantedWords)
    }

    package func remove(_ word: UnwantedWord, from owner: UserNumber) throws(DomainError) {
        let key = Key.unwantedWord(owner, secrets.digests.unwantedWord(word))
        try delete(key, in: .unwantedWords)
    }

    package func hasUnwantedWord(
        _ text: FoldedText,
        for receiver: UserNumber
    ) throws(DomainError) -> Bool {
        let isOwn = try words(of: receiver).finds(in: text)
        let isCommon = try words(of: .nobody).finds(in: text)
        return isOwn || isCommon
    }

    /// A list as it is looked for; a damaged word is not looked for, and stops no other.
    private func words(of owner: UserNumber) throws(DomainError) -> WordFilter {
        let cache = known
        if let known = cache?.words(of: owner) { return known }
        let found: WordFilter
        do throws(DomainError) {
            found = WordFilter(try unwantedWords(of: owner))
        } catch .dataLoss {
            found = .empty
        }
        cache?.remember(found, of: owner)
        return found
    }
}
