/// What a worker's process answers: a line, and after it the files.
///
///     image/jpeg 4000 3000 original:779752 large:123600 medium:27823 small:5117
///     !damaged it is truncated: upload all of it
enum RenditionsMessage {
    private static let lineBytesMax = 1 << 10

    static func bytes(_ renditions: Result<ImageRenditions, ImageFailure>) -> [UInt8] {
        switch renditions {
        case .failure(let failure):
            // A library may report a reason of several lines.
            let sentence = failure.message.replacing("\n", with: " ").utf8.prefix(lineBytesMax / 2)
            return Array("!\(failure.kind.rawValue) ".utf8) + sentence + [newline]
        case .success(let image):
            let sizes = ImageSize.allCases.filter { image.files[$0] != nil }
            let parts = sizes.map { "\($0.rawValue):\(image.files[$0]?.count ?? 0)" }
            let line = ["\(image.mediaType.rawValue) \(image.width) \(image.height)"] + parts
            return sizes.reduce(into: Array(line.joined(separator: " ").utf8) + [newline]) { bytes, size in
                bytes += image.files[size] ?? []
            }
        }
    }

    /// `nil` if the answer is incomplete or not one of a worker. O(bytes).
    static func renditions(_ bytes: [UInt8]) -> Result<ImageRenditions, ImageFailure>? {
        guard let end = bytes.prefix(lineBytesMax).firstIndex(of: newline) else { return nil }
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        if line.hasPrefix("!") {
            let words = line.dropFirst().split(separator: " ", maxSplits: 1)
            guard words.count == 2, let kind = ImageFailure.Kind(rawValue: String(words[0])) else { return nil }
            return .failure(ImageFailure(kind, String(words[1])))
        }
        let words = line.split(separator: " ")
        guard words.count > 3, let type = ImageMediaType(rawValue: String(words[0])), let width = Int(words[1]),
            let height = Int(words[2]), (1...ImageSize.original.sideMax).contains(max(width, height)),
            min(width, height) > 0
        else { return nil }
        var (files, place) = ([ImageSize: [UInt8]](), end + 1)
        for word in words.dropFirst(3) {
            let part = word.split(separator: ":")
            guard part.count == 2, let size = ImageSize(rawValue: String(part[0])), let count = Int(part[1]),
                (1...bytes.count).contains(count), place + count <= bytes.count
            else { return nil }
            files[size] = Array(bytes[place..<place + count])
            place += count
        }
        guard place == bytes.count, let original = files[.original] else { return nil }
        return .success(
            ImageRenditions(mediaType: type, width: width, height: height, files: files, original: original))
    }

    private static let newline = UInt8(ascii: "\n")
}
