/// Everything the service keeps about a person, part by part.
///
/// An export is not resumed: after an error, ask again from the start.
public struct ExportSequence: AsyncSequence, Sendable {
    /// What the sequence gives: the account, contacts, notes, blocks and sessions, in this order.
    public typealias Element = ExportDataResponse.Part
    /// What ends it early.
    public typealias Failure = NoteletError

    let notelet: Notelet
    let request: ExportDataRequest

    /// Takes the parts one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let notelet: Notelet
        fileprivate let request: ExportDataRequest
        fileprivate var stream: OpenStream<ExportDataResponse>?
        fileprivate var hasPart = false

        /// Waits for the next part.
        ///
        /// - Returns: The part, or nil after the last one.
        /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
        public mutating func next() async throws(NoteletError) -> ExportDataResponse.Part? {
            do throws(NoteletError) {
                return try await receive()
            } catch {
                guard !hasPart, error.code == .notAuthenticated, let token = stream?.token else {
                    throw error
                }
                _ = try await notelet.sessions.refresh(spent: token)
                stream = nil
                return try await receive()
            }
        }

        /// Waits for the next part.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The part, or nil after the last one.
        /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NoteletError) -> ExportDataResponse.Part? {
            try await next()
        }

        private mutating func receive() async throws(NoteletError) -> ExportDataResponse.Part? {
            if stream == nil {
                let token = try await notelet.token(for: AccountsAPI.exportData.summary)
                stream = try await notelet.caller.open(
                    AccountsAPI.exportData,
                    request,
                    token: token
                )
            }
            let timeout = notelet.caller.configuration.callTimeout
            while let response = try await stream?.next(within: timeout) {
                hasPart = true
                // A kind of part that this version does not know is passed over.
                if let part = response.part { return part }
            }
            return nil
        }
    }

    /// Begins the export; nothing is asked until the first part is wanted.
    ///
    /// - Returns: What takes the parts.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(notelet: notelet, request: request)
    }
}
