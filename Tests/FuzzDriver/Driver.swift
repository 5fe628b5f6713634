import Foundation
import Fuzzing

/// What libFuzzer calls, and what it needs to begin with. `LARDER_FUZZ_TARGET` names the target.
private let target = ProcessInfo.processInfo.environment["LARDER_FUZZ_TARGET"].flatMap(FuzzTarget.init(rawValue:))

/// Writes the target's samples into the folder `LARDER_FUZZ_SAMPLES`, as a corpus to start from.
@_cdecl("LLVMFuzzerInitialize")
func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    guard let target else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
        FileHandle.standardError.write(Data("LARDER_FUZZ_TARGET must be one of: \(names)\n".utf8))
        exit(2)
    }
    guard let folder = ProcessInfo.processInfo.environment["LARDER_FUZZ_SAMPLES"] else { return 0 }
    for (index, sample) in target.samples.enumerated() {
        FileManager.default.createFile(atPath: "\(folder)/sample-\(index)", contents: Data(sample))
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    do {
        try target?.run(input)
    } catch {
        fatalError("\(error)")
    }
    return 0
}
