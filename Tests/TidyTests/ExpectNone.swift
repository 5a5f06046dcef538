import Testing

/// Fails once per violation, each failure being its file, line and rule.
func expectNone(
    _ violations: [Violation],
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for violation in violations {
        Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
}
