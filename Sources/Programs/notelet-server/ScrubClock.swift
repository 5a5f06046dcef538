import LogEngine

/// Has the pages of the open store looked at, at the pace of a setting.
struct ScrubClock {
    private let work: Task<Void, Never>

    /// Between two passes: a small store is looked at in a second.
    private static let pauseBetweenPasses = Duration.seconds(3_600)
    /// After pages that could not be looked at.
    private static let pauseAfterFailure = Duration.seconds(60)

    /// Begins at once; what was left of the check before the start is looked at without pauses.
    ///
    /// - Parameters:
    ///   - scrub: Looks at the pages.
    ///   - byteRate: Bytes a second; 0 looks at nothing but what was left.
    ///   - log: Is told of damage.
    init(_ scrub: PageScrub, byteRate: Int64, _ log: AppLog) {
        work = Task {
            var isBehind = scrub.finishesCheck
            while !Task.isCancelled, isBehind || byteRate > 0 {
                let step = scrub.step()
                if let damage = step?.damage { log.write(.damageFound(damage)) }
                let pause: Duration
                if let step, !step.isLast {
                    let time = Duration.seconds(Double(step.byteCount) / Double(max(byteRate, 1)))
                    pause = isBehind ? .zero : time
                } else {
                    isBehind = isBehind && step == nil
                    pause = step == nil ? Self.pauseAfterFailure : Self.pauseBetweenPasses
                }
                await Task.yield()
                // Throws only when the work ends, which the loop looks at itself.
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// Ends the work after the step that is under way.
    func stop() async {
        work.cancel()
        await work.value
    }
}
