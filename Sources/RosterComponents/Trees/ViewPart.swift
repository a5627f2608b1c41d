/// A view and what is in it.
final class ViewPart: Sendable {
  let spec: ViewSpec
  let events: ViewEvents
  let children: [TreeNode]

  init(_ draft: consuming ViewDraft) {
    spec = draft.spec
    events = draft.events
    children = draft.children
  }
}
