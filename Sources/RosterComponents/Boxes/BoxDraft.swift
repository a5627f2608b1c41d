/// The description of a box without a view. It does not depend on the type of messages, so its code
/// is compiled once.
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

  /// Makes a box. Each slot is laid out as one child.
  init(_ arrangement: BoxArrangement, slots: consuming [NodeList]) {
    var list = NodeList()
    for slot in slots { list.append(NodeList(BoxDraft(.slot, slot))) }
    self.init(arrangement, list)
  }
}
