import RosterComponents
import RosterCore
import RosterTestKit

/// Takes edits, for trees to which a test then applies them.
struct EditRecorder: TreeEditSink {
  private let edits = Recorder<(edit: TreeEdit, tree: TreeID)>()

  func enqueue(_ edit: TreeEdit, to tree: TreeID) { edits.record((edit, tree)) }

  /// The edits of an item.
  func edits(of item: TreeID) -> [TreeEdit] {
    edits.values.filter { $0.tree == item }.map(\.edit)
  }
}
