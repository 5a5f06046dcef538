internal import NoteService
package import RewardRules
internal import RewardService
package import Serving
internal import TelemetryService

extension FeatureSettings {
    /// Keeps notes for so many days, nil for as long as people do, strangers' tickets to answers
    /// for others, and telemetry for others again; points lapse as it is said.
    package init(
        notesKeptDays: Int?,
        ticketDays: Int,
        telemetryDays: Int,
        pointsExpire: PointExpiry
    ) {
        self.init()
        notes.keptDays = notesKeptDays
        notes.ticketDays = ticketDays
        telemetry.keptDays = telemetryDays
        rewards.pointsExpire = pointsExpire
    }
}
