import Accounts
import Community
import EventLog
import Events
import Foundation
import HTTPTypes
import Images
import Layout

/// Pictures: taken in once, made upright, small and anonymous, and then the same for ever.
extension Endpoint {
    static let images: [Endpoint] = [
        Endpoint(
            method: .post, path: "/images", operation: "uploadImage", access: .member, scope: .act, rate: .uploads,
            bodyMax: ImageLimits().bytesMax + MultipartForm.aroundFileBytesMax
        ) { exchange in
            let community = exchange.desk.community
            let bytes = try exchange.uploadedFile
            let member = try exchange.requiredPrincipal.member
            let (answer, isNew) = try await exchange.desk.picture { () throws -> (ImageAnswer, Bool) in
                let renditions: ImageRenditions
                do throws(ImageFailure) { renditions = try ImageRenditions(of: bytes) } catch { throw error.refusal }
                let (id, isNew) = try community.media.put(renditions, by: member)
                return (ImageAnswer(id, renditions), isNew)
            }
            var reply = try Reply.json(answer, status: isNew ? .created : .ok)
            reply.headers[.location] = "/images/\(answer.id)"
            return reply
        },
        Endpoint(
            method: .get, path: "/images/{image}", operation: "image", parameters: ["size"]
        ) { exchange in
            let text = try exchange.pathText("image")
            let size = try exchange.query.choice("size", ImageSize.self) ?? .original
            let unknown = Refusal(.notFound, "there is no image \(text.prefix(80))", field: "image")
            guard let id = ImageID(text) else { throw unknown }
            // It never changes: whoever has it has it for ever.
            let tag = EntityTag(id, size)
            let community = exchange.desk.community
            guard let file = try await exchange.desk.apart({ try community.media.file(id, size) }) else {
                throw unknown
            }
            var reply = Reply()
            reply.headers[.contentType] = file.mediaType.rawValue
            reply.headers[.eTag] = tag.text
            reply.headers[.cacheControl] = "public, max-age=31536000, immutable"
            // Nothing in it runs, whatever it is taken for.
            reply.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
            reply.body = file.bytes
            return reply.unless(tag, isKnownBy: exchange.headers)
        },
    ]
}

private struct ImageAnswer: Encodable, Sendable {
    /// What a recipe names it by.
    var id: String
    var mediaType: String
    var width: Int
    var height: Int
    /// In which sizes it can be had.
    var sizes: [String]

    init(_ id: ImageID, _ renditions: ImageRenditions) {
        self.id = id.text
        mediaType = renditions.mediaType.rawValue
        (width, height) = (renditions.width, renditions.height)
        sizes = ImageSize.allCases.filter { renditions.files[$0] != nil }.map(\.rawValue)
    }
}

extension ImageFailure {
    fileprivate var refusal: Refusal {
        let code: Refusal.Code =
            switch kind {
            case .unsupportedType: .unsupported
            case .tooManyBytes: .tooLarge
            case .tooManyPixels, .damaged: .invalid
            case .noMemory: .overloaded
            }
        return Refusal(code, message)
    }
}

extension Exchange {
    /// The body, or the one file of it where it is a form.
    fileprivate var uploadedFile: [UInt8] {
        get throws(Refusal) {
            guard let boundary = try MultipartForm.boundary(of: headers[.contentType]) else { return body }
            return try Array(MultipartForm(body, boundary: boundary).file)
        }
    }

    /// Refuses a recipe or profile that names an image which is not here, and keeps those that are from being removed as
    /// unnamed before the log says who names them.
    func holdImages(of payload: Payload) async throws {
        let ids = payload.imageIDs
        guard !ids.isEmpty else { return }
        let (community, member) = (desk.community, principal?.member)
        try await desk.apart { try community.holdImages(ids, by: member) }
    }
}

extension Community {
    /// The same; it waits for the disk. Without a member: of somebody who is about to become one.
    func holdImages(_ ids: [ImageID], by member: MemberID?) throws(Refusal) {
        for id in ids where try !media.renew(id, by: member ?? .operator) {
            throw Refusal(.invalid, "there is no image \(id.text): upload it first", field: "images")
        }
    }
}
