internal import NoteService
package import Serving

extension FeatureSettings {
    /// Keeps notes for so many days, nil for as long as people do, and strangers' tickets to
    /// answers for others.
    package init(notesKeptDays: Int?, ticketDays: Int) {
        self.init()
        notes.keptDays = notesKeptDays
        notes.ticketDays = ticketDays
    }
}
