/// A box without a view that is being described: the same for all types of messages, so that it is
/// compiled once.
struct BoxDraft: Sendable {
  var box: BoxStyle
  let children: [TreeNode]
  /// The number of components among the children.
  let scopeCount: Int

  init(_ arrangement: BoxArrangement, _ children: consuming NodeList) {
    box = BoxStyle(arrangement: arrangement)
    scopeCount = children.scopeCount
    self.children = children.takeNodes()
  }

  /// Makes a box of which each child is what is to be laid out as one.
  init(_ arrangement: BoxArrangement, slots: consuming [NodeList]) {
    var list = NodeList()
    for slot in slots { list.append(NodeList(BoxDraft(.slot, slot))) }
    self.init(arrangement, list)
  }
}
