internal import AccountService
internal import ItemService
package import NoteService
package import Serving

/// What operators set of the features.
package struct FeatureSettings: Sendable {
    /// What is set of notes.
    package var notes = NoteSettings()

    /// Keeps notes for so many days; nil for as long as people do.
    package init(notesKeptDays: Int? = nil) {
        notes.keptDays = notesKeptDays
    }
}

extension [Feature] {
    /// The features of the product, each of which knows those before it alone: a further one joins
    /// here.
    package static func all(_ settings: FeatureSettings = FeatureSettings()) -> [Feature] {
        [
            .accounts,
            .notes(settings.notes),
            .items,
        ]
    }
}
