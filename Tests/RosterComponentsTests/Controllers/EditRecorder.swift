import RosterComponents
import RosterCore
import Synchronization

/// Takes edits, for trees to which a test then applies them.
final class EditRecorder: TreeEditSink {
  private let edits = Mutex<[(edit: TreeEdit, item: ItemID)]>([])

  func enqueue(_ edit: TreeEdit, to item: ItemID) {
    edits.withLock { $0.append((edit, item)) }
  }

  /// The edits of an item since the last time.
  func take(for item: ItemID) -> [TreeEdit] {
    edits.withLock { edits in
      defer { edits.removeAll { $0.item == item } }
      return edits.filter { $0.item == item }.map(\.edit)
    }
  }
}
