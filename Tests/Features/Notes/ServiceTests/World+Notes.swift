import NoteletAPI

@testable import Serving

extension World {
    /// The request of a method of notes that Alice may call, encoded.
    func notePayload(of method: MethodSummary) -> [UInt8] {
        switch method.service {
        case ContactsAPI.descriptor.name: contactPayload(method.name)
        case MessagesAPI.descriptor.name: messagePayload(method.name)
        default: wordPayload(method.name)
        }
    }

    private func contactPayload(_ name: String) -> [UInt8] {
        switch name {
        case "ListContacts": encode(ListContactsRequest())
        case "GetContact": encode(GetContactRequest(id: contact.id))
        case "AddContact": encode(AddContactRequest(name: "새 사람"))
        case "UpdateContact": encode(UpdateContactRequest(id: contact.id, memo: "다른 메모"))
        case "DeleteContact": encode(DeleteContactRequest(id: oldContact.id))
        case "GetContactLimit": encode(GetContactLimitRequest())
        default: preconditionFailure("Contacts.\(name) has no sample request.")
        }
    }

    private func messagePayload(_ name: String) -> [UInt8] {
        switch name {
        case "SendToLink": encode(SendToLinkRequest(link: bob.link, content: "안녕"))
        case "SendToContact": encode(SendToContactRequest(contactID: contact.id, content: "안녕"))
        case "GetReply": encode(GetReplyRequest(replyTicket: replyTicket))
        case "GetMessage": encode(GetMessageRequest(id: note.id))
        case "ListReceived": encode(ListReceivedRequest())
        case "ListSent": encode(ListSentRequest())
        case "ListByContact": encode(ListByContactRequest(contactID: contact.id))
        case "AnswerMessage": encode(AnswerMessageRequest(messageID: note.id, content: "답장"))
        case "BlockSender": encode(BlockSenderRequest(messageID: note.id))
        case "DeleteMessage": encode(DeleteMessageRequest(messageID: note.id))
        case "UnblockSender": encode(UnblockSenderRequest(messageID: note.id))
        case "ListBlocks": encode(ListBlocksRequest())
        case "ReportMessage": encode(ReportMessageRequest(messageID: note.id, reason: .spam))
        default: preconditionFailure("Messages.\(name) has no sample request.")
        }
    }

    private func wordPayload(_ name: String) -> [UInt8] {
        switch name {
        case "ListMutedWords": encode(ListMutedWordsRequest())
        case "MuteWord": encode(MuteWordRequest(word: "광고"))
        case "UnmuteWord": encode(UnmuteWordRequest(word: "광고"))
        default: preconditionFailure("Profiles.\(name) has no sample request.")
        }
    }
}
