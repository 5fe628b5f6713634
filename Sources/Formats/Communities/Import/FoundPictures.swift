import Events
package import Recipes

/// Pictures that an export holds itself, in base64, and not by their addresses.
extension FoundCommunity {
    /// Of all pictures of an import, in bytes. They are in memory until the order of all items is known.
    static let pictureBytesMax = 1 << 30

    /// The pictures of a recipe, as far as there is room for them. A note reports each of the others.
    mutating func admitted(_ pictures: [PlacedPicture], _ notes: inout [String]) -> [PlacedPicture] {
        pictures.filter { admits($0.picture, "image", &notes) }
    }

    private mutating func admits(_ picture: InlinePicture, _ what: String, _ notes: inout [String]) -> Bool {
        guard pictureBytes + picture.bytes.count <= Self.pictureBytesMax else {
            notes.append(
                "\(what): dropped, because the pictures of these files have more than \(Self.pictureBytesMax >> 30) GiB"
            )
            return false
        }
        pictureBytes += picture.bytes.count
        return true
    }

    /// Reads the field for a member's picture: an address, or the picture itself.
    mutating func readAvatar(_ text: String?, of member: inout FoundMember) {
        guard let text else { return }
        switch InlinePicture.reading(text) {
        case .address(let address): member.avatar = address
        case .unreadable(let why): member.notes.append("avatar: dropped, because \(why)")
        case .picture(let picture):
            if admits(picture, "avatar", &member.notes) { member.avatarPicture = picture }
        }
    }

    /// The number of members and recipes with pictures.
    package var pictureCount: Int {
        members.count { $0.avatarPicture != nil } + recipes.count { !$0.found.pictures.isEmpty }
    }

    /// Stores all pictures, and names them where they were. A note reports each unusable one. `progress` gets the number of
    /// members and recipes done.
    package mutating func keepPictures(_ keep: PictureKeeper, progress: (Int) -> Void = { _ in }) throws {
        var done = 0
        for index in members.indices {
            guard let picture = members[index].avatarPicture else { continue }
            members[index].avatarPicture = nil
            switch try keep(picture) {
            case .stored(let name): members[index].avatar = name
            case .unusable(let why): members[index].notes.append("avatar: dropped, because \(why)")
            }
            done += 1
            progress(done)
        }
        for index in recipes.indices where !recipes[index].found.pictures.isEmpty {
            recipes[index].found = try recipes[index].found.keepingPictures(keep)
            done += 1
            progress(done)
        }
    }
}
