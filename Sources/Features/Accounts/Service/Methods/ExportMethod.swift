internal import AccountRules
internal import Domain
internal import NoteletAPI
internal import Serving

/// The export of one's own data, behind the password.
extension AccountMethods {
    func exportData(_ method: AccountsAPI.ExportData) -> ServedMethod {
        ServedMethod(
            method,
            .stream { credentials, payload, stream throws(DomainError) in
                let (caller, request) = try endpoint.authenticator.identify(
                    credentials,
                    payload,
                    of: method
                )
                let source = ExportSource(endpoint, identity: caller)
                let export = PulledStream(stream: stream, source: source)
                try dependencies.limiter[.passwordChecks].pass(RateKey(caller.user))
                dependencies.passwordPool.submit { turn in
                    do throws(DomainError) {
                        guard case .run = turn else {
                            throw .storeUnavailable("too many passwords are being checked")
                        }
                        _ = try check.account(of: caller, knowing: request.password)
                        try dependencies.limiter[.exports].pass(RateKey(caller.user))
                        export.start()
                    } catch {
                        export.finish(error)
                    }
                }
                return export
            }
        )
    }
}

extension ExportDataRequest: StreamedRequest {}
