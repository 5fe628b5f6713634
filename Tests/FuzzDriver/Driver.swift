import Foundation
import Fuzzing

/// libFuzzer over one target, which `LARDER_FUZZ_TARGET` names. Writes the target's samples into the folder
/// `LARDER_FUZZ_SAMPLES` before, for a corpus to start from. Arguments are libFuzzer's.
@main enum Driver {
    static func main() {
        guard let target = fuzzed else {
            let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
            FileHandle.standardError.write(Data("LARDER_FUZZ_TARGET must be one of: \(names)\n".utf8))
            exit(2)
        }
        if let folder = ProcessInfo.processInfo.environment["LARDER_FUZZ_SAMPLES"] {
            for (index, sample) in target.samples.enumerated() {
                let path = "\(folder)/sample-\(index)"
                guard FileManager.default.createFile(atPath: path, contents: Data(sample)) else { exit(1) }
            }
        }
        var count = CommandLine.argc
        var arguments = unsafe CommandLine.unsafeArgv
        exit(unsafe runDriver(&count, &arguments, testOneInput))
    }
}

private let fuzzed = ProcessInfo.processInfo.environment["LARDER_FUZZ_TARGET"].flatMap(FuzzTarget.init(rawValue:))

/// libFuzzer's loop, of `FuzzerInterface.h`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer's own `main`, which is linked as well, asks for it by this name.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    do {
        try fuzzed?.run(input)
    } catch {
        fatalError("\(error)")
    }
    return 0
}
