package import Events
import Layout
import SwiftProtobuf

extension Record {
    /// The event as a portable export tells it; nil for what cannot be submitted anywhere.
    ///
    /// What erased members did stays a fact: their likes count, their comments had replies. So that later lines can refer
    /// to it, what they said is replaced by a stand-in, which the exported `member.deleted` takes away again elsewhere.
    ///
    /// What followed from a block or a resolution in the same decision follows again where that is submitted: `names`
    /// knows those, and they are left out.
    package func portable(after names: NamesAlongTheLog) -> Record? {
        guard kind.isSubmittable, !names.isConsequence(self) else { return nil }
        var header = header
        if kind == .notificationsRead || kind == .feedSeen {
            // Up to an event that is not told means up to the last one before it that is.
            guard let upTo = names.lastTold(upTo: header.cause) else { return nil }
            header.cause = upTo
        }
        guard isErased else { return Record(header: header, body: body) }
        let standIn = "erased \(position)"
        let payload: Payload
        switch kind {
        case .memberRegistered:
            var registration = ProtoMemberRegistered()
            registration.username = "erased-\(position)"
            registration.name = "erased"
            payload = .registration(registration)
        case .memberProfileChanged: return nil
        case .recipePosted, .recipeEdited:
            var content = ProtoRecipeContent()
            content.title = standIn
            content.steps = [
                .with { $0.text = standIn }
            ]
            payload = .recipe(content)
        case .commentPosted, .commentEdited: payload = .text(.with { $0.text = standIn })
        case .recipeReposted where header.flags.contains(.hasPayload): payload = .quote(.with { $0.quote = standIn })
        case .reportFiled: payload = .report(ProtoReport())
        case .reportResolved: payload = .resolution(ProtoResolution())
        case .listItemAdded where header.cause.isNone: payload = .listItem(.with { $0.text = standIn })
        case .cookbookCreated, .cookbookChanged: payload = .cookbook(.with { $0.name = standIn })
        default: payload = .none
        }
        return Record(header: header, body: .open(payload: payload, origin: nil))
    }
}
