internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import Serving

/// What a receiver can do about a note.
extension MessageMethods {
    func blockSender(_ method: MessagesAPI.BlockSender) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let id = try MessageID(request.messageID, field: "message_id")
            let command = BlockSender(identity: caller, message: id)
            try limiter[.blocks].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                try command.run(in: store, context)
            }
        }
    }

    func unblockSender(_ method: MessagesAPI.UnblockSender) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let id = try MessageID(request.messageID, field: "message_id")
            let command = UnblockSender(identity: caller, message: id)
            return { store, _ throws(DomainError) in
                try command.run(in: store)
            }
        }
    }

    func listBlocks(_ method: MessagesAPI.ListBlocks) -> ServedMethod {
        endpoint.read(method) { _, caller, store, _ throws(DomainError) in
            let blocks = try store.blocks(of: caller.user)
            return ListBlocksResponse(
                blocks: blocks.map(NoteletAPI.Block.init)
            )
        }
    }

    func reportMessage(_ method: MessagesAPI.ReportMessage) -> ServedMethod {
        endpoint.perform(method, for: .ordinary) { request, caller, _ throws(DomainError) in
            let command = try ReportMessage(
                identity: caller,
                message: try MessageID(request.messageID, field: "message_id"),
                reason: try NoteRules.ReportReason(request.reason),
                detail: request.detail
            )
            try limiter[.reports].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                try command.run(in: store, context)
            }
        }
    }
}
