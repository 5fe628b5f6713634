import EventLog
import Events
import Layout
import Service

/// What a recipe says now, read from the log itself.
struct CurrentContent {
    var content: ProtoRecipeContent
    var version: UInt32

    init(_ reference: Reference, in community: Community) throws(Refusal) {
        let found = try community.log.read { snapshot -> (ProtoRecipeContent, UInt32)? in
            guard let position = try snapshot.position(of: reference), let entity = try snapshot.entity(position),
                entity.type == .recipe
            else { return nil }
            guard case .recipe(let content)? = try snapshot.record(at: entity.contentPosition)?.payload else {
                throw Refusal(.gone, "\(reference) was deleted with its author's account")
            }
            return (content, entity.version)
        }
        guard let found else { throw Refusal(.notFound, "there is no recipe \(reference)", field: "subject") }
        (content, version) = found
    }
}
