/// A box without a view, and its content.
final class BoxPart: Sendable {
  private let draft: BoxDraft

  init(_ draft: consuming BoxDraft) { self.draft = draft }

  var children: [TreeNode] { draft.children }
  var box: BoxStyle { draft.box }
}
