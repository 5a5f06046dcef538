internal import AccountRules
internal import AccountStorage
internal import DeliveryRules
internal import DeliveryStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

// What operators ask about positions and channels.
extension DeliveryAdministrationMethods {
    func putGeofence(_ method: DeliveryAdministrationAPI.PutGeofence) -> ServedMethod {
        endpoint.perform(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let said = request.geofence ?? NoteletAPI.Geofence()
            let geofence = try DeliveryRules.Geofence(
                name: said.name,
                center: said.center.flatMap {
                    MapPoint(latitude: $0.latitude, longitude: $0.longitude)
                },
                radius: said.radius
            )
            try store.define(geofence, by: who, now)
        }
    }

    func removeGeofence(_ method: DeliveryAdministrationAPI.RemoveGeofence) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            try store.removeGeofence(request.geofence, by: who, now)
        }
    }

    func listGeofences(_ method: DeliveryAdministrationAPI.ListGeofences) -> ServedMethod {
        endpoint.read(method) { _, store, _ throws(DomainError) in
            let geofences = try store.geofences().sorted { $0.name.text < $1.name.text }
            return ListGeofencesResponse(geofences: geofences.map { NoteletAPI.Geofence($0) })
        }
    }

    func locateOrder(_ method: DeliveryAdministrationAPI.LocateOrder) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let order = try store.order(id).unwrapped(or: .orderNotFound)
            let position = try store.lastPosition(with: order)
            return LocateOrderResponse(location: position.map { Location($0) })
        }
    }

    func changeChannel(_ method: DeliveryAdministrationAPI.ChangeChannel) -> ServedMethod {
        endpoint.perform(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            switch request.change {
            case .addedUserID(let bytes):
                let invited = try UserID(bytes, field: "user_id")
                try store.invite(invited, to: id, by: who, now)
            case .removedUserID(let bytes):
                let invited = try UserID(bytes, field: "user_id")
                try store.removeInvited(invited, from: id, by: who, now)
            case nil:
                throw .invalid("user_id", "who comes in or goes")
            }
        }
    }

    func dispatchText(_ method: DeliveryAdministrationAPI.DispatchText) -> ServedMethod {
        endpoint.change(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let new = try NewText(request.text, clientID: request.clientID)
            let said = try store.dispatch(new, about: id, by: who, now)
            return DispatchTextResponse(message: NoteletAPI.ChatMessage(said))
        }
    }

    func listChannel(_ method: DeliveryAdministrationAPI.ListChannel) -> ServedMethod {
        let listed = ListedMethod(method)
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let order = try store.order(id).unwrapped(or: .orderNotFound)
            let cursors = endpoint.dependencies.cursors
            let list = CursorList.ofMethod(listed, of: order.number)
            let next = try store.visitMessages(
                about: order,
                before: try cursors.place(of: request.cursor, in: list, of: .nobody),
                limit: page.countMax
            ) { page.add(ListedMessage($0, store)) }
            return cursors.cursor(to: next, in: list, of: .nobody)
        }
    }
}

extension NoteletAPI.Geofence {
    /// A geofence as operators see it.
    fileprivate init(_ geofence: DeliveryRules.Geofence) {
        let (latitude, longitude) = geofence.center.degrees
        self.init(
            name: geofence.name.text,
            center: GeoPoint(latitude: latitude, longitude: longitude),
            radius: geofence.radius
        )
    }
}

extension ListedMessage {
    /// A message as operators see it.
    fileprivate init(_ message: DeliveryRules.ChatMessage, _ store: StoreView) {
        let author = message.author
        self.init(
            message: NoteletAPI.ChatMessage(message),
            userID: author == .nobody ? [] : store.userID(of: author).opaque.bytes
        )
    }
}
