import Foundation

/// Protobuf's bytes fields are `Data`.
func payloadData(_ bytes: [UInt8]) -> Data { Data(bytes) }
