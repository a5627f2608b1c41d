/// A view and its content.
final class ViewPart: Sendable {
  private let draft: ViewDraft

  init(_ draft: consuming ViewDraft) { self.draft = draft }

  var spec: ViewSpec { draft.spec }
  var events: ViewEvents { draft.events }
  var children: [TreeNode] { draft.children }
  var box: BoxStyle { draft.box }
}
