package import Events
package import Layout
import Projections

/// The prior of the rules in force for weighing ratings.
package struct RatingPriorRow: StoredRow {
    package var prior: RatingPrior

    package init(_ prior: RatingPrior) { self.prior = prior }

    package init(bytes: RawSpan) throws(MalformedRow) {
        var reader = ByteReader(bytes)
        prior = RatingPrior(
            stars: Double(bitPattern: try reader.readUInt64()), weight: Double(bitPattern: try reader.readUInt64()))
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(prior.stars.bitPattern)
        writer.write(prior.weight.bitPattern)
    }
}
