import CloudEvents
package import Community
package import EventLog
package import Events
package import LarderAPI

/// What operators look after, as documents.
extension ViewsAnswer {
    package init(_ status: ViewsStatus) {
        self.init(
            head: status.head, position: status.position, lag: status.lag, generation: status.generation,
            views: status.views.map { View($0) },
            asOf: status.asOf?.map { Kept(position: $0.position, bytes: $0.bytes, usedAt: $0.usedAt) })
    }
}

extension ViewsAnswer.View {
    package init(_ view: ViewsStatus.View) {
        self.init(name: view.name, version: view.version, rows: view.rows, fingerprint: view.fingerprint)
    }
}

extension BackupsAnswer.Backup {
    package init(_ found: FoundBackup) {
        self.init(
            name: found.name, position: found.position, began: found.began, taken: found.taken, bytes: found.bytes,
            images: found.images, damage: found.damage)
    }
}

extension Community {
    /// The rules of a JSON document, in the form in which they would be stored; nil: it holds none. Refuses invalid ones.
    package static func rules(json: [UInt8]) throws(Refusal) -> Rules? {
        guard case .rules(let message) = try CloudEventReader.data(.rulesChanged, json: json).payload else {
            return nil
        }
        return try rules(message)
    }
}
