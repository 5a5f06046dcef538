internal import NoteletClient
internal import NoteletInterface

extension NoteletAPI.ReportReason {
    /// Takes over what is wrong with a note.
    init(_ reason: NoteletInterface.ReportReason) {
        self =
            switch reason {
            case .harassment: .harassment
            case .sexualContent: .sexualContent
            case .threat: .threat
            case .spam: .spam
            case .selfHarm: .selfHarm
            case .other: .other
            }
    }
}
