import RosterCore
import RosterRows
import RosterTestSupport

/// What is decoded of a row can be encoded and decoded again, and neither taken forward nor back does
/// it do more than fail.
enum JournalFuzzing {
  static func runJournal(_ bytes: [UInt8]) throws {
    let next = NextIdentifiers(item: 20, section: 8, leaf: 8)
    guard let decoded = bytes.withUnsafeBytes({ JournalCoding.decode($0, next: next) }) else {
      return
    }
    let text = JournalCoding.encode(decoded.record, states: decoded.states)
    let again = Array(text.utf8).withUnsafeBytes { JournalCoding.decode($0, next: next) }
    guard let again else { throw FuzzFinding("what was encoded is no record: \(text)") }
    let last = JournalCoding.encode(again.record, states: again.states)
    try FuzzFinding.require(last == text, "\(text) is decoded as \(last)")
    for counts in [[], [3], [3, 0, 2]] {
      let list = try ListState().applying(ListRows(counts: counts).asInsertion).target
      for state in [list, list.changed(by: decoded.record)].compactMap({ $0 }) {
        let violations = try state.violations()
        try FuzzFinding.require(violations.isEmpty, "\(text) breaks \(counts): \(violations)")
      }
      _ = list.reverted(by: decoded.record)
    }
  }

  static func runLeaf(_ bytes: [UInt8]) throws {
    guard let items = bytes.withUnsafeBytes({ LeafItemsCoding.decode($0) }) else { return }
    let text = LeafItemsCoding.encode(items)
    let again = Array(text.utf8).withUnsafeBytes { LeafItemsCoding.decode($0) }
    try FuzzFinding.require(again == items, "\(text) is decoded as \(String(describing: again))")
  }
}

extension ListState {
  /// The list after a record, `nil` if it refuses it.
  fileprivate func changed(by record: ChangeRecord) -> ListState? {
    do throws(StorageError) { return try replaying(record).target } catch { return nil }
  }

  /// The list before a record, `nil` if it refuses it.
  fileprivate func reverted(by record: ChangeRecord) -> ListState? {
    do throws(StorageError) { return try reverting(record) } catch { return nil }
  }
}
