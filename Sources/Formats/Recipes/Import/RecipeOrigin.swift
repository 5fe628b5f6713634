import Crypto
import Events

extension Origin {
    /// Parts of an origin have at most so many bytes.
    private static let partBytesMax = 255

    /// Of a recipe from outside: what its source calls it, else a digest of `content`. So the same recipe is found again for
    /// ever, and a file without names that is changed holds another recipe. Parts that are too long stand as their digests.
    init(source: String, id: String?, content: ProtoRecipeContent) {
        let id = id.flatMap { $0.isEmpty ? nil : $0 } ?? Self.digest(Payload.recipe(content).storedBytes)
        self.init(fitting: source, id)
    }

    /// Parts that are too long stand as their digests.
    package init(fitting source: String, _ id: String) { self.init(source: Self.part(source), id: Self.part(id)) }

    private static func part(_ text: String) -> String {
        text.utf8.count <= partBytesMax ? text : digest(Array(text.utf8))
    }

    package static func digest(_ bytes: [UInt8]) -> String {
        let hexadecimal = SHA256.hash(data: bytes).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }
        return "sha256:" + hexadecimal.joined()
    }
}
