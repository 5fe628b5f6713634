import Events
import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite struct MultipartFormTests {
    private static func form(
        _ parts: [(headers: String, content: [UInt8])], boundary: String = "b0", end: String = "--"
    )
        -> [UInt8]
    {
        var body: [UInt8] = []
        for part in parts {
            body += Array("--\(boundary)\r\n\(part.headers)\r\n\r\n".utf8) + part.content + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)\(end)\r\n".utf8)
    }

    private static let file = #"Content-Disposition: form-data; name="file"; filename="a.png""#

    @Test(
        "a boundary is read from its content type",
        arguments: [
            "multipart/form-data; boundary=b0", "Multipart/Form-Data;boundary=\"b0\"",
            "multipart/form-data; charset=utf-8; BOUNDARY=b0 ; x",
            #"multipart/form-data; a="x; boundary=no"; boundary=b0"#,
        ]) func boundaries(contentType: String) throws
    {
        #expect(try MultipartForm.boundary(of: contentType) == "b0")
    }

    @Test(
        "a type that is no form has no boundary",
        arguments: ["image/png", "multipart/mixed; boundary=b0", "text/plain; boundary=b0", nil])
    func otherTypes(contentType: String?) throws {
        #expect(try MultipartForm.boundary(of: contentType) == nil)
    }

    @Test(
        "a form without a boundary is refused",
        arguments: [
            "", ";boundary=", "; boundary=\"\"", "; bound=b0", "; boundary=" + String(repeating: "x", count: 71),
        ])
    func missingBoundaries(parameters: String) {
        #expect(throws: Refusal.self) { try MultipartForm.boundary(of: "multipart/form-data\(parameters)") }
    }

    /// The contents have line ends, parts of boundaries, and nothing at all.
    @Test("a form's file is what was sent, byte for byte", .seeded) func fileBytes() throws {
        var contents: [[UInt8]] = [
            [], Array("\r\n".utf8), Array("-b0--b0".utf8), Array("\r\n--b".utf8), Array(0...255),
        ]
        var generator = SeededGenerator.ofTest()
        for count in 1...60 {
            contents.append((0..<count).map { _ in [0x0D, 0x0A, 0x2D, 0x62, 0x31].randomElement(using: &generator)! })
        }
        for content in contents {
            let parts: [(String, [UInt8])] = [
                (#"content-disposition: form-data; name="note""#, Array("Lunch".utf8)),
                ("X-Other: 1\r\n\(Self.file)\r\nContent-Type: image/png", content),
            ]
            for body in [
                Self.form(parts), Array("a preamble\r\n".utf8) + Self.form(parts),
                Self.form(parts) + Array("more".utf8),
            ] {
                let form = try MultipartForm(body, boundary: "b0")
                #expect(form.parts.map(\.name) == ["note", "file"])
                #expect(try Array(form.file) == content)
            }
        }
    }

    @Test("a form truncated at any byte is refused") func truncation() throws {
        let body = Self.form([(Self.file, Array("picture".utf8)), (#"Content-Disposition: form-data; name="n""#, [])])
        let whole = body.count - 4
        for count in 0..<whole {
            #expect(throws: Refusal.self, "\(count)") { try MultipartForm(Array(body.prefix(count)), boundary: "b0") }
        }
        #expect(try MultipartForm(Array(body.prefix(whole + 2)), boundary: "b0").parts.count == 2)
    }

    @Test(
        "a malformed part is refused",
        arguments: [
            "Content-Type: image/png", "Content-Disposition: attachment; name=\"file\"",
            "Content-Disposition: form-data",
            "Content-Disposition: form-data; name=\"\"; filename=\"a\"", file + "\r\nContent-Transfer-Encoding: base64",
            file + "\r\nX: " + String(repeating: "x", count: 5_000),
        ]) func malformedParts(headers: String)
    {
        #expect(throws: Refusal.self) { try MultipartForm(Self.form([(headers, [1])]), boundary: "b0") }
    }

    @Test("a form has exactly one file") func fileCount() throws {
        let note = #"Content-Disposition: form-data; name="note""#
        #expect(throws: Refusal.self) { try MultipartForm(Self.form([(note, [])]), boundary: "b0").file }
        #expect(throws: Refusal.self) {
            try MultipartForm(Self.form([(Self.file, [1]), (Self.file, [2])]), boundary: "b0").file
        }
        #expect(throws: Refusal.self) {
            try MultipartForm(Self.form(Array(repeating: (note, []), count: 33)), boundary: "b0")
        }
        let quoted = #"Content-Disposition: form-data; name="fi\"le"; filename*=UTF-8''a.png"#
        let form = try MultipartForm(Self.form([(quoted, [1])]), boundary: "b0")
        #expect(try Array(form.file) == [1] && form.parts.first?.name == "fi\"le")
    }
}
