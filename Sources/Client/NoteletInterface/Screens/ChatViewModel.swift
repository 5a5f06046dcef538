public import Foundation
public import Observation

/// What a screen with what is said about an order does, without the screen.
///
/// Each message is there once: the one that is sent, and the same that comes back.
@MainActor
@Observable
public final class ChatViewModel {
    /// What was said, the oldest in front.
    public private(set) var messages: [ChatMessage] = []
    /// Whether what was said is on its way.
    public private(set) var isLoading = false
    /// Why the last thing that was done failed; nil where it did not.
    public private(set) var error: (any PresentableError)?

    @ObservationIgnored private let orderId: UUID
    @ObservationIgnored private let chat: any ObservableChatRepositoryInterface

    /// Has nothing yet.
    ///
    /// - Parameters:
    ///   - orderId: The order.
    ///   - chatRepository: Has what is said.
    public init(orderId: UUID, chatRepository: any ObservableChatRepositoryInterface) {
        self.orderId = orderId
        chat = chatRepository
    }

    /// Shows messages as they come, until the stream ends or the task is cancelled.
    ///
    /// - Parameter countMax: How many of the last ones.
    public func follow(countMax: Int = 500) async {
        isLoading = true
        for await newest in chat.observeMessages(orderId: orderId, countMax: countMax) {
            isLoading = false
            var list = ChatList()
            for message in newest { list.add(message) }
            messages = list.messages
        }
        isLoading = false
    }

    /// Says something.
    ///
    /// - Parameter text: What is said.
    /// - Returns: What ends once it is sent, or waits to be.
    @discardableResult
    public func sendMessage(_ text: String) -> Task<Void, Never> {
        let clientId = UUID()
        return Task { [weak self, chat, orderId] in
            do {
                let said = try await chat.send(text, orderId: orderId, clientId: clientId)
                self?.add(said)
            } catch {
                self?.show(error)
            }
        }
    }

    /// Says that all that is shown was read.
    ///
    /// - Returns: What ends once that is told, or waits to be.
    @discardableResult
    public func markRead() -> Task<Void, Never> {
        let last = messages.last { $0.writeState == .saved }
        guard let last else { return Task {} }
        return Task { [weak self, chat, orderId] in
            do {
                _ = try await chat.markRead(upTo: last.id, orderId: orderId)
            } catch {
                self?.show(error)
            }
        }
    }

    /// Takes note of the error that is told.
    public func dismissError() {
        error = nil
    }

    private func add(_ message: ChatMessage) {
        var list = ChatList()
        for message in messages { list.add(message) }
        list.add(message)
        messages = list.messages
    }

    private func show(_ error: any Error) {
        self.error = presentable(error) ?? self.error
    }
}
