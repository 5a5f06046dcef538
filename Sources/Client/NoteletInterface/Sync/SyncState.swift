public import Foundation

/// How the copy on this device stands to what the service has.
public enum SyncState: Hashable, Sendable {
    /// Nobody is signed in, or the session is over.
    case signedOut
    /// The service is asked for the first time, and has not answered yet.
    case connecting
    /// What is there is fetched for the first time; so many changes have come.
    case firstCopy(changeCount: Int)
    /// The copy is complete, and what came meanwhile is fetched.
    case catchingUp
    /// The copy is as the service is, and follows each change.
    case upToDate
    /// Another process of this device keeps the copy, and what it does is shown here.
    case keptByAnother
    /// There has been no way to the service since a moment.
    case offline(since: Date)
    /// The copy cannot be written, or the service does not give what it asks for, in words for
    /// developers: the disk is full, say.
    case failed(String)

    /// Whether this process has reached the service lately.
    public var isConnected: Bool {
        switch self {
        case .firstCopy, .catchingUp, .upToDate: true
        case .signedOut, .connecting, .keptByAnother, .offline, .failed: false
        }
    }
}
