package import Domain

// The limits of positions and chat, with their reasons.
extension DomainLimits {
    /// Metres between two positions that are kept: what is nearer says nothing new.
    package static let positionDistanceMin = 10.0

    /// Positions of one call: more than an hour of one each ten seconds.
    package static let positionsPerCall = 1...500

    /// Seconds by which the clock of a telephone may be wrong.
    package static let positionClockSecondsMax: Int64 = 60

    /// Days for which positions are kept: a year, where a server is told so.
    package static let positionDaysKept = 1...366

    /// Metres that a geofence reaches: from a large building to a city.
    package static let geofenceRadii = 50...50_000

    /// Metres that somebody has to go beyond that to have left it: more than positions waver by.
    package static let geofenceMargin = 25.0

    /// Geofences of an app: each is looked at with each position.
    package static let geofencesMax = 100

    /// Comings and goings that one call tells of: as many as it has positions, and what one more
    /// brings.
    package static let geofencePassagesPerCall = 500

    /// Days for which it is kept what is said about orders: ten years, where a server is told so.
    package static let chatDaysKept = 1...3_660

    /// Characters of what is said in a channel: as of a note.
    package static let chatTextCharacters = 1...2_000

    /// Bytes by which an application tells apart what it said: a UUID in any form.
    package static let chatClientIDByteCounts = 1...64

    /// Seconds after the end of an order in which its people may write in its channel: a day, for
    /// what was forgotten at the door.
    package static let chatSecondsAfterClosing: Int64 = 86_400

    /// People whom an operator puts into one channel, each of whom has a mark of what was read.
    package static let channelInvitedMax = 20
}
