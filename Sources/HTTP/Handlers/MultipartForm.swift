import Events
import Foundation

/// A form with a file as a browser sends it: `multipart/form-data` (RFC 7578).
///
/// It reads a whole body, which lies in memory and is bounded. None of the packages in use reads such forms.
struct MultipartForm {
    struct Part {
        var name: String
        /// `nil`: the part is no file.
        var fileName: String?
        var isFile: Bool { fileName != nil }
        var content: ArraySlice<UInt8>
    }

    let parts: [Part]

    /// How many bytes a form may have beside its file.
    static let aroundFileBytesMax = 64 << 10
    private static let partsMax = 32
    private static let headersBytesMax = 4 << 10
    /// Browsers send two or three headers with a part.
    private static let headersMax = 8
    /// RFC 2046, 5.1.1.
    private static let boundaryBytes = 1...70

    /// The boundary that a content type names; `nil`: the type is no form with parts.
    static func boundary(of contentType: String?) throws(Refusal) -> String? {
        guard let fields = contentType.map(HeaderParameters.init), fields.value == "multipart/form-data" else {
            return nil
        }
        guard let boundary = fields["boundary"], boundaryBytes.contains(boundary.utf8.count) else {
            throw Refusal(.invalid, "multipart/form-data needs a boundary of 1 to 70 characters", field: "content-type")
        }
        return boundary
    }

    /// Refuses a truncated or malformed form. O(bytes).
    init(_ body: [UInt8], boundary: String, partsMax: Int = Self.partsMax) throws(Refusal) {
        let data = Data(body)
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // The first delimiter may begin the body, without a line end before it.
        var place: Int
        if data.starts(with: delimiter.dropFirst(2)) {
            place = delimiter.count - 2
        } else if let first = data.range(of: delimiter) {
            place = first.upperBound
        } else {
            throw Self.malformed("has no part")
        }
        var parts: [Part] = []
        while true {
            // `--` after a delimiter ends the form. Blanks may stand before the line end.
            if data[place...].starts(with: Data("--".utf8)) { break }
            guard let line = data.range(of: Data("\r\n".utf8), in: place..<data.count),
                data[place..<line.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
                let end = data.range(of: delimiter, in: line.lowerBound..<data.count)
            else { throw Self.malformed("is cut off") }
            guard parts.count < partsMax else { throw Self.malformed("has more than \(partsMax) parts") }
            parts.append(try Self.part(data, line.lowerBound..<end.lowerBound, body))
            place = end.upperBound
        }
        self.parts = parts
    }

    /// `range` begins with the line end that ends the delimiter.
    private static func part(_ data: Data, _ range: Range<Int>, _ body: [UInt8]) throws(Refusal) -> Part {
        // A part without headers begins with its empty line.
        guard let blank = data.range(of: Data("\r\n\r\n".utf8), in: range),
            blank.lowerBound - range.lowerBound <= headersBytesMax
        else { throw malformed("has a part without an end of its headers") }
        let headers = String(decoding: data[range.lowerBound..<blank.lowerBound], as: UTF8.self)
        var part = Part(name: "", content: body[blank.upperBound..<range.upperBound])
        for line in headers.components(separatedBy: "\r\n").prefix(headersMax) {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.count == 2 else { continue }
            switch field[0].lowercased() {
            case "content-disposition":
                let disposition = HeaderParameters(String(field[1]))
                guard disposition.value == "form-data", let name = disposition["name"] else {
                    throw malformed("has a part without a name")
                }
                part.name = name
                part.fileName = disposition["filename"] ?? disposition["filename*"].map { _ in "" }
            case "content-transfer-encoding":
                let encoding = field[1].trimmingCharacters(in: .whitespaces).lowercased()
                guard ["7bit", "8bit", "binary"].contains(encoding) else {
                    throw malformed("has a part in \(encoding.prefix(40)): send it as it is")
                }
            default: break
            }
        }
        guard !part.name.isEmpty else { throw malformed("has a part without a name") }
        return part
    }

    private static func malformed(_ what: String) -> Refusal { Refusal(.invalid, "the form \(what)", field: "body") }

    var file: ArraySlice<UInt8> {
        get throws(Refusal) { try onlyFile.content }
    }

    /// The form's one file.
    var onlyFile: Part {
        get throws(Refusal) {
            let files = parts.filter(\.isFile)
            guard let file = files.first, files.count == 1 else {
                throw Refusal(
                    .invalid,
                    files.isEmpty ? "the form has no file" : "the form has \(files.count) files: send one at a time",
                    field: "body")
            }
            return file
        }
    }
}

extension MultipartForm.Part {
    /// The name of the file without folders and ending; empty: unknown.
    var nameWithoutEnding: String {
        let name = (fileName ?? "").split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// A header's value with its parameters, such as `form-data; name="a"`. Names are in lower case, values without quotes.
struct HeaderParameters {
    let value: String
    private var parameters: [String: String] = [:]

    /// Ignores what is no parameter. Of two parameters with one name the first counts.
    init(_ text: String) {
        var rest = text[...]
        value = Self.upTo(";", &rest).text.lowercased()
        while !rest.isEmpty {
            let (name, end) = Self.upTo("=;", &rest)
            guard end == "=" else { continue }
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let word = rest.first == "\"" ? Self.quoted(&rest) : Self.upTo(";", &rest).text
            if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = word }
        }
    }

    subscript(_ name: String) -> String? { parameters[name] }

    /// Takes the text before any of these characters, and that character; `nil`: there is none.
    private static func upTo(_ ends: String, _ rest: inout Substring) -> (text: String, end: Character?) {
        let text = rest.prefix { !ends.contains($0) }
        rest = rest.dropFirst(text.count)
        return (text.trimmingCharacters(in: .whitespaces), rest.popFirst())
    }

    private static func quoted(_ rest: inout Substring) -> String {
        var word = ""
        rest = rest.dropFirst()
        while let next = rest.popFirst(), next != "\"" {
            if next == "\\", let escaped = rest.popFirst() { word.append(escaped) } else { word.append(next) }
        }
        // Text between the quote and the next parameter is ignored.
        _ = upTo(";", &rest)
        return word
    }
}
