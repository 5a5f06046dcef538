/// Counts what people do with an application, and never tells who.
///
/// It fails nothing and delays nothing: what is noted is sent later, or is lost and nobody told.
public protocol AnalyticsRepositoryInterface: Sendable {
    /// Notes that something was done.
    ///
    /// - Parameters:
    ///   - name: What: 1 to 64 of `a` to `z`, `0` to `9`, `_` and `.`; the service drops others.
    ///   - properties: What is to be known of it: at most 20 values of at most 200 characters.
    func logEvent(_ name: String, properties: [String: String])
}

extension AnalyticsRepositoryInterface {
    /// Notes that something was done, of which nothing else is to be known.
    ///
    /// - Parameter name: What.
    public func logEvent(_ name: String) { logEvent(name, properties: [:]) }

    /// Notes that a list of people was looked at.
    ///
    /// - Parameter count: How many were in it.
    public func logUserListViewed(count: Int) {
        logEvent(UserListViewed.name, properties: [UserListViewed.count: String(count)])
    }
}

/// The event that a list of people was looked at.
public enum UserListViewed {
    /// Its name.
    public static let name = "user_list_viewed"
    /// The property that says how many were in the list.
    public static let count = "count"
}
