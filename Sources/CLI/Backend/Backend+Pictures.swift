import Answers
import Community
import EventLog
import Events
import Images
import LarderAPI
import LarderClient
import Layout
import Views

extension Backend {
    /// What an event says for the picture that was typed: the URL or the id, or the id of a file that is uploaded for the
    /// member.
    func picture(_ typed: String, of member: Reference?, field: String) throws -> String {
        if typed.contains("://") { return typed }
        if let id = ImageID(typed.lowercased()) {
            try hold(id, for: member)
            return id.text
        }
        do {
            return try upload(file: typed, for: member).id
        } catch var refusal as Refusal {
            if refusal.field == nil { refusal.field = field }
            throw refusal
        }
    }

    /// Uploads a file, or standard input for `-`.
    func upload(file path: String, for member: Reference?) throws -> ImageAnswer {
        // One byte more than a picture may have is enough for the refusal.
        let bytes = try InputFile.bytes(of: path, upTo: ImageLimits().bytesMax + 1)
        do {
            return try upload(bytes, for: member)
        } catch var refusal as Refusal where refusal.message.hasPrefix("it ") {
            refusal.message = "\(path == "-" ? "standard input" : path) cannot be used: \(refusal.message)"
            throw refusal
        }
    }
}

extension ServiceBackend {
    func upload(_ picture: [UInt8], for member: Reference?) throws -> ImageAnswer {
        guard token != nil else { throw logInFirst }
        return try run { client in try await client.upload(image: picture) }
    }

    /// The service checks the id when it is named.
    func hold(_ picture: ImageID, for member: Reference?) {}
}

extension CommunityBackend {
    /// It is read in this process: the file is the user's own.
    func upload(_ picture: [UInt8], for member: Reference?) throws -> ImageAnswer {
        let holder = try holder(member)
        let renditions: ImageRenditions
        do throws(ImageFailure) { renditions = try ImageRenditions(of: picture) } catch { throw error.refusal }
        return ImageAnswer(try community.putImage(renditions, by: holder).id, renditions)
    }

    func hold(_ picture: ImageID, for member: Reference?) throws {
        try community.holdImages([picture], by: try holder(member))
    }

    /// The operator for a member who is about to register.
    private func holder(_ member: Reference?) throws -> MemberID {
        try member.map { reference in try community.query { try $0.member(reference) } } ?? .operator
    }
}
