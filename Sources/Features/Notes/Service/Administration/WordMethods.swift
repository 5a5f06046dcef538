internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import Records
internal import Serving

/// The words that the operator lets nobody send.
extension NoteAdministrationMethods {
    func listWords(_ method: AdministrationAPI.ListWords) -> ServedMethod {
        endpoint.read(method) { _, store, _ throws(DomainError) in
            ListWordsResponse(words: try store.unwantedWords(of: .nobody).map(\.text))
        }
    }

    func addWord(_ method: AdministrationAPI.AddWord) -> ServedMethod {
        change(.add, by: method)
    }

    func removeWord(_ method: AdministrationAPI.RemoveWord) -> ServedMethod {
        change(.remove, by: method)
    }

    private func change(
        _ change: ChangeUnwantedWords.Change,
        by method: MethodDescriptor<ChangeWordRequest, ChangeWordResponse>
    ) -> ServedMethod {
        endpoint.perform(method, for: .vital) {
            request,
            store,
            person,
            context throws(DomainError) in
            let command = ChangeOperatorWords(try UnwantedWord(request.word), change)
            try command.run(in: store, by: person, context)
        }
    }
}
