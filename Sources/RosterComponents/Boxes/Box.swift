public import RosterLayout

/// A box without a view. It takes part in the layout and draws nothing.
///
/// The frames of views in it are relative to the nearest view around it.
public struct Box<Message: Sendable>: Sendable {
  var draft: BoxDraft

  init(_ draft: consuming BoxDraft) { self.draft = draft }

  /// Makes a box. Each slot is laid out as one child.
  init(_ rule: some LayoutRule, slots: Node<Message>...) {
    draft = BoxDraft(.rule(rule), slots: slots.map { $0.list })
  }

  /// Makes a box whose rule places all children.
  init(_ rule: some LayoutRule, _ children: Node<Message>) {
    draft = BoxDraft(.rule(rule), children.list)
  }
}

/// A type that describes a box without a view: ``Flex``, ``Inset`` and the others.
///
/// ``CustomLayout`` can do the same with any rule; these types make bodies readable.
public protocol BoxContainer<Message>: LayoutModifiable, Sendable where Modified == Self {
  /// The messages that components in the box send.
  associatedtype Message: Sendable

  /// The box.
  var box: Box<Message> { get set }
}

extension BoxContainer {
  /// Changes the style of the box.
  public consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Self {
    change(&box.draft.box.style)
    return self
  }
}

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
