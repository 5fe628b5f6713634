import Foundation
import TestSupport
import Testing

@testable import Images

/// The built program as the process that reads a picture.
@Suite struct ImageWorkerTests {
    private func worker(_ change: (inout ImageWorker.Bounds) -> Void = { _ in }) throws -> ImageWorker {
        let program = try #require(BuiltProducts.executable("larder"))
        // Enough on a machine that runs all tests.
        var bounds = ImageWorker.Bounds(processorSeconds: 600, seconds: 3_600)
        change(&bounds)
        return ImageWorker(executable: program.path, bounds: bounds)
    }

    private func failure(_ worker: ImageWorker, _ upload: [UInt8]) -> ImageFailure? {
        switch worker.renditions(of: upload).renditions {
        case .success: nil
        case .failure(let failure): failure
        }
    }

    @Test("a process makes the files that this one makes", arguments: ImageFormatTests.samples)
    func sameFiles(_ upload: Upload) throws {
        let work = try worker().renditions(of: upload.bytes)
        let (made, own) = (try work.renditions.get(), try ImageRenditions(of: upload.bytes))
        #expect(made.files == own.files && made.original == own.original && made.mediaType == own.mediaType)
        #expect(made.width == own.width && made.height == own.height)
        #expect(work.processorSeconds > 0)
    }

    @Test("a process refuses in the words of this one") func sameRefusals() throws {
        let photo = Pictures.jpeg(Pictures.scene())
        let large = Pictures.png(Pictures.scene(width: 65_501, height: 1))
        for upload in [Array(photo.dropLast(9)), large, Array("<svg/>".utf8), [], photo.dropLast(2) + [0xFF]] {
            let own = ImagesTests.failure(upload)
            #expect(own != nil)
            #expect(try failure(worker(), upload) == own)
        }
    }

    /// It takes four seconds of a fast processor.
    @Test("a picture that takes more processor time than allowed ends its process") func processorTime() throws {
        let (width, row) = (7_071, [UInt8](repeatElement([1, 0, 0, 1], count: 7_071).joined()))
        // The filter adds to each byte its neighbours': noise comes of a file of a few bytes.
        let upload = Pictures.png(width: width, height: width, unpackingTo: [4] + row, times: width)
        let work = try worker { $0.processorSeconds = 1 }.renditions(of: upload)
        #expect(throws: ImageFailure.tooSlow) { try work.renditions.get() }
        #expect(work.processorSeconds >= 0.9)
    }

    @Test("a picture that needs more memory than allowed is refused") func memory() throws {
        let upload = Pictures.png(
            width: 4_000, height: 3_000, unpackingTo: [UInt8](repeating: 0, count: 1 + 4 * 4_000), times: 3_000)
        let refusal = failure(try worker { $0.memoryBytes = 32 << 20 }, upload)
        #expect(refusal?.kind == .damaged, "\(refusal?.message ?? "read")")
        #expect(failure(try worker(), upload) == nil)
    }

    @Test("a process that cannot start, or does not answer, is no fault of the picture")
    func otherPrograms() throws {
        let photo = Pictures.jpeg(Pictures.scene())
        for program in ["/nowhere/larder", "/bin/true", "/bin/cat"] {
            #expect(failure(ImageWorker(executable: program), photo)?.kind == .noWorker, "\(program)")
        }
    }

    @Test("a process that does not end is ended") func endlessProcess() throws {
        let program = NSTemporaryDirectory() + "larder-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: program) }
        try "#!/bin/sh\nexec sleep 3600 < /dev/null\n".write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let worker = ImageWorker(executable: program, bounds: .init(seconds: 1))
        #expect(failure(worker, Pictures.jpeg(Pictures.scene())) == .tooSlow)
    }

    @Test("the benchmark of pictures measures hostile ones, which are refused or read within their bounds")
    func benchmark() throws {
        let program = try #require(BuiltProducts.executable("larder"))
        let script = Checkout.root.appending(path: "tools/benchmarks/pictures.py")
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path, program.path]
        process.standardOutput = output
        try process.run()
        let table = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        for (name, outcome) in [
            ("bomb.png", "!damaged"), ("profiles.png", "image/webp 2 2"), ("tables.webp", "!damaged"),
            ("noise.png", ""),
        ] {
            let row = table.split(separator: "\n").first { $0.hasPrefix(name) && $0.contains(" larder ") }
            #expect(row.map { outcome.isEmpty || $0.contains(outcome) } == true, "\(name): \(row ?? "is not measured")")
        }
    }

    @Test("an incomplete answer is none") func incompleteAnswers() throws {
        let image = try ImageRenditions(of: Pictures.png(Pictures.scene(width: 200, height: 100)))
        let answer = RenditionsMessage.bytes(.success(image))
        #expect(try RenditionsMessage.renditions(answer)?.get().files == image.files)
        for count in 0..<answer.count {
            #expect(RenditionsMessage.renditions(Array(answer.prefix(count))) == nil, "\(count) bytes")
        }
        for text in [
            "", "\n", "!\n", "!unknown it is\n", "image/jpeg 4 4\n", "image/jpeg 4 4 original:9\n",
            "image/jpeg 0 4 original:1\nx",
            "image/jpeg 4 9999 original:1\nx", "image/jpeg 4 4 original:-1\nx", "image/jpeg 4 4 small:1\nx",
            "image/gif 4 4 original:1\nx",
        ] {
            #expect(RenditionsMessage.renditions(Array(text.utf8)) == nil, "\(text)")
        }
    }
}
