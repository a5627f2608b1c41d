import RosterComponents
import RosterCore
import RosterTestSupport

/// Takes edits, for trees to which a test then applies them.
struct EditRecorder: TreeEditSink {
  private let edits = Recorder<(edit: TreeEdit, item: ItemID)>()

  func enqueue(_ edit: TreeEdit, to item: ItemID) { edits.record((edit, item)) }

  /// The edits of an item.
  func edits(of item: ItemID) -> [TreeEdit] {
    edits.values.filter { $0.item == item }.map(\.edit)
  }
}
