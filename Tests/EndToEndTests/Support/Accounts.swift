import NoteletAPI
import NoteletClient

/// A password that suits everybody.
let password = "correct horse battery staple"

/// Opens an account over a connection of its own.
func signUp(_ name: String, at address: String) async throws -> Notelet {
    var configuration = NoteletConfiguration()
    configuration.retry.attemptCountMax = 60
    configuration.retry.pauseMin = .milliseconds(20)
    configuration.retry.pauseMax = .milliseconds(200)
    let notelet = try Notelet(address, configuration: configuration)
    try await notelet.signUp(username: name, email: "\(name)@example.com", password: password)
    return notelet
}
