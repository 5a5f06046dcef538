import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

/// What a screen with contacts does, on the state of its list.
@Suite("A list of contacts", .timeLimit(.minutes(1)))
struct ContactListTests {
    private let user = User.mock()

    private func load(
        _ state: inout ListState<Contact>,
        from repository: MockContactRepository
    ) async {
        let fetch = FetchContactsUseCase(contactRepository: repository)
        let load = state.beginLoading()
        do {
            state.finish(load, with: try await fetch.execute(userId: user.id))
        } catch {
            state.fail(load, with: error)
        }
    }

    @Test func testOnAppear_LoadsContacts() async {
        let contacts = [Contact.mock(), Contact.mock()]
        let repository = MockContactRepository(contactsToReturn: contacts)
        var state = ListState<Contact>()
        #expect(state.phase == .idle)
        await load(&state, from: repository)
        #expect(state.phase == .content && !state.isLoading)
        #expect(state.items == contacts)
        #expect(repository.fetchContactsCalls.arguments == [user.id])
        let limit = ContactLimit(currentCount: state.items.count, isPremium: false)
        #expect(limit == ContactLimit(currentCount: 2, isPremium: false))
    }

    @Test func testDeleteContact_WhenDeletable_Success() async throws {
        let clock = FakeClock()
        let contact = Contact.mock(registeredAt: clock.now - 4 * 86_400)
        let repository = MockContactRepository(contactsToReturn: [contact])
        var state = ListState(items: [contact])
        state.select(contact.id)
        let delete = DeleteContactUseCase(
            contactRepository: repository,
            dateClient: clock.dateClient
        )
        try await delete.execute(contactId: contact.id)
        #expect(repository.deleteContactCalls.arguments == [contact.id])
        repository.answer(with: [])
        await load(&state, from: repository)
        #expect(state.phase == .empty && state.selection == nil)
    }

    @Test("A load that fails says why, and leaves what was there")
    func failuresAreShown() async {
        let repository = MockContactRepository()
        repository.fetchContactsCalls.handler = { _ in throw AppError.network(.timeout) }
        var state = ListState<Contact>()
        await load(&state, from: repository)
        #expect(state.phase == .error(AppError.network(.timeout)))
        let contact = Contact.mock()
        state.replace(with: [contact])
        #expect(state.phase == .content && state.error == nil)
        await load(&state, from: repository)
        #expect(state.phase == .content)
        #expect(state.error as? AppError == .network(.timeout))
        state.dismissError()
        #expect(state.error == nil && state.items == [contact])
    }

    @Test("The latest load wins, and a cancelled one is no failure")
    func latestLoadWins() {
        var state = ListState<Contact>()
        let first = state.beginLoading()
        #expect(state.phase == .loading)
        let second = state.beginLoading()
        state.finish(first, with: [.mock()])
        #expect(state.phase == .loading)
        state.fail(first, with: AppError.network(.timeout))
        #expect(state.phase == .loading)
        state.finish(second, with: [])
        #expect(state.phase == .empty && !state.isLoading)
        let third = state.beginLoading()
        state.fail(third, with: CancellationError())
        #expect(state.phase == .empty && state.error == nil && !state.isLoading)
    }

    @Test("What is told while a load is under way is newer than the load")
    func newsWin() {
        let (old, new) = (Contact.mock(), Contact.mock())
        var state = ListState(items: [old])
        let load = state.beginLoading()
        state.replace(with: [new])
        state.finish(load, with: [old])
        #expect(state.items == [new] && !state.isLoading)
    }

    @Test("A load of a state that was replaced, as by signing out, fills no other")
    func loadsStayWithTheirState() {
        var state = ListState<Contact>()
        let old = state.beginLoading()
        state = ListState()
        let new = state.beginLoading()
        state.finish(old, with: [.mock()])
        #expect(state.items.isEmpty && state.phase == .loading)
        state.finish(new, with: [])
        #expect(state.phase == .empty)
    }

    @Test("A load that was cancelled leaves the error that was there")
    func cancelledLoadsLeaveErrors() {
        var state = ListState<Contact>()
        let first = state.beginLoading()
        state.fail(first, with: AppError.network(.timeout))
        let again = state.beginLoading()
        #expect(state.phase == .loading)
        state.fail(again, with: CancellationError())
        #expect(state.phase == .error(AppError.network(.timeout)))
    }

    @Test("A refused action is told until it is noted, whatever is loaded meanwhile")
    func refusedActionsAreShown() async {
        let clock = FakeClock()
        let contact = Contact.mock(registeredAt: clock.now)
        let repository = MockContactRepository(contactsToReturn: [contact])
        let delete = DeleteContactUseCase(
            contactRepository: repository,
            dateClient: clock.dateClient
        )
        var state = ListState(items: [contact])
        do {
            try await delete.execute(contactId: contact.id)
        } catch {
            state.show(error)
        }
        let locked = DeleteContactError.contactLocked(remainingDays: 3)
        #expect(state.error as? DeleteContactError == locked)
        #expect(state.phase == .content)
        state.show(CancellationError())
        await load(&state, from: repository)
        #expect(state.error as? DeleteContactError == locked)
        state.dismissError()
        #expect(state.error == nil)
    }

    @Test("A refused action hides no failed load: each is noted by itself")
    func refusedActionsHideNothing() {
        var state = ListState<Contact>()
        let load = state.beginLoading()
        state.fail(load, with: AppError.network(.timeout))
        state.show(ContactError.duplicateName)
        #expect(state.error as? ContactError == .duplicateName)
        #expect(state.phase == .error(AppError.network(.timeout)))
        state.dismissError()
        #expect(state.error as? AppError == .network(.timeout))
        state.dismissError()
        #expect(state.error == nil && state.phase == .idle)
        state = ListState(items: [])
        state.show(ContactError.limitReached)
        #expect(state.phase == .empty)
    }

    @Test("States differ by what they tell, and failures of different kinds are never the same")
    func failuresAreCompared() {
        var (one, other) = (ListState<Contact>(items: []), ListState<Contact>(items: []))
        one.show(ContactError.duplicateName)
        #expect(one != other)
        other.show(ContactError.limitReached)
        #expect(one != other)
        other.show(AppError.network(.timeout))
        #expect(one != other)
        other.show(ContactError.duplicateName)
        #expect(one == other)
        typealias Phase = ListState<Contact>.Phase
        #expect(Phase.error(ContactError.limitReached) != .error(AppError.network(.timeout)))
        #expect(Phase.error(ContactError.limitReached) != .empty)
    }

    @Test("What is looked at stays so for as long as it is there")
    func selectionFollows() {
        let (first, second) = (Contact.mock(), Contact.mock())
        var state = ListState(items: [first, second])
        state.select(second.id)
        state.replace(with: [second])
        #expect(state.selectedItem == second)
        state.select(first.id)
        #expect(state.selection == nil)
        state.select(second.id)
        state.select(nil)
        #expect(state.selectedItem == nil)
    }
}
