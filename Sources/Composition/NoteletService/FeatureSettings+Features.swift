internal import DeliveryService
internal import NoteService
package import RewardRules
internal import RewardService
package import Serving
internal import TelemetryService

extension FeatureSettings {
    /// Keeps notes for so many days, nil for as long as people do, strangers' tickets to answers
    /// for others, and telemetry, positions, chats and where orders went for others again.
    ///
    /// Points lapse as it is said. Orders can be given back for so many seconds, and cash
    /// that is to be paid out is held for so many days.
    package init(
        notesKeptDays: Int?,
        ticketDays: Int,
        telemetryDays: Int,
        pointsExpire: PointExpiry,
        releaseSeconds: Int64,
        withdrawalDays: Int,
        positionDays: Int,
        chatDays: Int,
        orderDays: Int
    ) {
        self.init()
        notes.keptDays = notesKeptDays
        notes.ticketDays = ticketDays
        telemetry.keptDays = telemetryDays
        rewards.pointsExpire = pointsExpire
        delivery.releaseSeconds = releaseSeconds
        delivery.withdrawalDays = Int64(withdrawalDays)
        delivery.positionDays = positionDays
        delivery.chatDays = chatDays
        delivery.orderDays = orderDays
    }
}
