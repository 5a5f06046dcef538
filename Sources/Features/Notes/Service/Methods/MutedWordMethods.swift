internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves the words that people do not want to read.
struct MutedWordMethods: NotesProfilesService {
    let endpoint: Endpoint

    func listMutedWords(_ method: ProfilesAPI.ListMutedWords) -> ServedMethod {
        endpoint.read(method) { _, caller, store, _ throws(DomainError) in
            let words = try store.unwantedWords(of: store.account(of: caller).number)
            return ListMutedWordsResponse(words: words.map(\.text))
        }
    }

    func muteWord(_ method: ProfilesAPI.MuteWord) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let command = ChangeUnwantedWords(
                identity: caller,
                word: try UnwantedWord(request.word),
                change: .add
            )
            return { store, context throws(DomainError) in
                try command.run(in: store, context)
            }
        }
    }

    func unmuteWord(_ method: ProfilesAPI.UnmuteWord) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let command = ChangeUnwantedWords(
                identity: caller,
                word: try UnwantedWord(request.word),
                change: .remove
            )
            return { store, context throws(DomainError) in
                try command.run(in: store, context)
            }
        }
    }
}
