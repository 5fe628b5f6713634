import Accounts
import Answers
import Community
import EventLog
import Events
import Foundation
import HTTPTypes
import Images
import LarderAPI
import Layout

/// Pictures. An upload is read, turned upright, scaled, and stored without metadata. A stored picture never changes.
extension Handlers {
    static let images = [
        handle(API.uploadImage) { _, request in
            let community = request.context.community
            let bytes = try request.uploadedFile
            let member = try request.requiredPrincipal.member
            let isLimited = request.context.limiter != nil && request.payer != nil
            let (answer, isNew): (ImageAnswer, Bool)
            do {
                (answer, isNew) = try await request.context.picture(of: bytes, by: member, isLimited: isLimited) {
                    let (id, isNew) = try community.putImage($0, by: member)
                    return (ImageAnswer(id, $0), isNew)
                }
            } catch let failure as ImageFailure {
                throw failure.refusal
            }
            var reply = try Reply.json(answer, status: isNew ? .created : .ok)
            reply.headers[.location] = API.image.path.path(with: ["image": answer.id])
            return reply
        },
        handle(API.image) { input, request in
            let size = ImageSize(input.size ?? .original)
            let unknown = Refusal(.notFound, "there is no image \(input.image.prefix(80))", field: "image")
            guard let id = ImageID(input.image) else { throw unknown }
            // A picture never changes, so that a client can keep it for ever.
            let tag = EntityTag(id, size)
            let community = request.context.community
            guard let file = try await request.context.apart({ try community.media.file(id, size) }) else {
                throw unknown
            }
            var reply = Reply()
            reply.headers[.contentType] = file.mediaType.rawValue
            reply.headers[.eTag] = tag.text
            reply.headers[.cacheControl] = "public, max-age=31536000, immutable"
            // Nothing in a picture runs, whatever a browser takes it for.
            reply.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
            reply.body = file.bytes
            return reply.unless(tag, isKnownBy: request.headers)
        },
    ]
}

extension ImageSize {
    init(_ size: ImageInput.Size) {
        switch size {
        case .original: self = .original
        case .large: self = .large
        case .medium: self = .medium
        case .small: self = .small
        }
    }
}

extension APIRequest {
    /// The body, or the one file of a form.
    fileprivate var uploadedFile: [UInt8] {
        get throws(Refusal) {
            guard let boundary = try MultipartForm.boundary(of: headers[.contentType]) else { return body }
            return try Array(MultipartForm(body, boundary: boundary).file)
        }
    }

    /// Refuses a recipe or profile that names an unknown image. Keeps the named images from being removed until the log refers to them.
    func holdImages(of payload: Payload) async throws {
        let ids = payload.imageIDs
        guard !ids.isEmpty else { return }
        let (community, member) = (context.community, principal?.member)
        try await context.apart { try community.holdImages(ids, by: member) }
    }
}
