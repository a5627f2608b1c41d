public import RosterLayout

/// A box without a view: room for what is in it, and nothing to look at.
///
/// The frames of views in it are relative to the nearest view around it.
public struct Box<Message: Sendable>: Sendable {
  var draft: BoxDraft

  init(_ draft: consuming BoxDraft) { self.draft = draft }

  /// Makes a box of which each child is what is to be laid out as one.
  init(_ rule: some LayoutRule, slots: Node<Message>...) {
    draft = BoxDraft(.rule(rule), slots: slots.map { $0.list })
  }

  /// Makes a box in which a rule places everything that is given.
  init(_ rule: some LayoutRule, _ children: Node<Message>) {
    draft = BoxDraft(.rule(rule), children.list)
  }
}

/// Something that is a box without a view: ``Flex``, ``Inset`` and the others.
///
/// What a rule lays out is laid out by ``CustomLayout`` as well; the types are for reading.
public protocol BoxContainer<Message>: LayoutModifiable, Sendable where Modified == Self {
  /// What components in it send.
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
