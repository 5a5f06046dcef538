/// The names under which a sender is shown.
package enum DisplayName {
    /// An anonymous sender.
    package static let anonymous = "익명"
    /// A sender whose account is gone.
    package static let unknown = "알 수 없음"
}
