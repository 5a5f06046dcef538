internal import Domain
internal import NoteletAPI
internal import ProtobufCoding

extension ServiceMethods {
    /// What a receiver can do about a note.
    mutating func addBlocks() {
        let limiter = dependencies.limiter
        add(
            endpoint.write(
                MessagesAPI.blockSender,
                for: .vital,
                admission: { _, caller, _ throws(DomainError) in
                    try limiter.blocks.pass(RateKey(caller.user))
                }
            ) { request, caller throws(DomainError) in
                let id = MessageID(try OpaqueID(request.messageID, field: "message_id"))
                let command = BlockSender(identity: caller, message: id)
                return { store, context throws(DomainError) in
                    try command.run(in: store, context)
                    return BlockSenderResponse()
                }
            }
        )
        add(
            endpoint.write(MessagesAPI.unblockSender, for: .vital) {
                request,
                caller throws(DomainError) in
                let id = MessageID(try OpaqueID(request.messageID, field: "message_id"))
                let command = UnblockSender(identity: caller, message: id)
                return { store, _ throws(DomainError) in
                    try command.run(in: store)
                    return UnblockSenderResponse()
                }
            }
        )
        add(
            endpoint.read(MessagesAPI.listBlocks) { _, caller, store, _ throws(DomainError) in
                let blocks = try store.blocks(of: caller.user)
                return ListBlocksResponse(
                    blocks: blocks.map(NoteletAPI.Block.init)
                )
            }
        )
        add(
            endpoint.write(
                MessagesAPI.reportMessage,
                for: .ordinary,
                admission: { _, caller, _ throws(DomainError) in
                    try limiter.reports.pass(RateKey(caller.user))
                }
            ) { request, caller throws(DomainError) in
                let command = try ReportMessage(
                    identity: caller,
                    message: MessageID(try OpaqueID(request.messageID, field: "message_id")),
                    reason: try Domain.ReportReason(request.reason),
                    detail: request.detail
                )
                return { store, context throws(DomainError) in
                    try command.run(in: store, context)
                    return ReportMessageResponse()
                }
            }
        )
    }
}
