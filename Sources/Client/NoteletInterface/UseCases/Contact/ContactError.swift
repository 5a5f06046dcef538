/// Why a contact was not added.
public enum ContactError: Error, Hashable, Sendable {
    /// The plan allows no further one.
    case limitReached
    /// There is one of this name.
    case duplicateName

    /// What the service refused; nil where it was something else.
    init?(_ refusal: Refusal?) {
        switch refusal?.reason {
        case "CONTACT_LIMIT_REACHED": self = .limitReached
        case "DUPLICATE_CONTACT_NAME": self = .duplicateName
        default: return nil
        }
    }
}

/// Why a contact was not deleted.
public enum DeleteContactError: Error, Hashable, Sendable {
    /// It was added less than three days ago, and can be deleted in so many days.
    case contactLocked(remainingDays: Int)

    /// What the service refused; nil where it was something else.
    init?(_ refusal: Refusal?) {
        guard let refusal, refusal.reason == "CONTACT_LOCKED",
            let days = refusal.fields["remaining_days"].flatMap({ Int($0) })
        else { return nil }
        self = .contactLocked(remainingDays: days)
    }
}
