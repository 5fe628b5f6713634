package import SwiftProtobuf

extension Timestamp {
    /// To the microsecond, the rest cut off; beyond the instants that headers can hold it is the last of them.
    package init(_ message: Google_Protobuf_Timestamp) {
        let (microseconds, overflow) = message.seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow, microseconds <= Self.latest.microseconds, microseconds >= Self.earliest.microseconds else {
            self = message.seconds < 0 ? .earliest : .latest
            return
        }
        self = min(Timestamp(microseconds: microseconds + Int64(message.nanos) / 1_000), .latest)
    }
}
