internal import NoteService
package import Serving

extension FeatureSettings {
    /// Keeps notes for so many days; nil for as long as people do.
    package init(notesKeptDays: Int?) {
        self.init()
        notes.keptDays = notesKeptDays
    }
}
