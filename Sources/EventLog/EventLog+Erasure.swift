import Events
import LMDB
import Layout

extension EventLog {
    func destroyKeys() throws(Refusal) {
        do throws(Refusal) {
            try sweepErasures()
        } catch {
            throw Refusal(
                error.code,
                "the deletion is in the log, but its data key could not be destroyed yet (\(error.message)): mend that and open the community again, which finishes it"
            )
        }
    }

    /// Destroys the keys of members whose deletion is durable, log before vault: also what an interruption left over.
    func sweepErasures() throws(Refusal) {
        guard let vault else { return }
        do throws(any Error) {
            let pending = try environment.read { try tables.erasing.rows(in: $0) }
            guard !pending.isEmpty else { return }
            for (_, slot) in pending { try vault.destroy(slot: UInt32(truncatingIfNeeded: slot.value)) }
            try environment.write { transaction in
                for (member, _) in pending { try tables.erasing.delete(member, in: &transaction) }
            }
        } catch {
            throw refusal(error)
        }
    }
}
