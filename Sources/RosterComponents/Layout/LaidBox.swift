internal import RosterCore
internal import RosterLayout

/// What is laid out, and what of the tree it stands for. Immutable.
final class LaidBox: Sendable {
  enum Part: Sendable {
    case view(ViewPart)
    case box(BoxPart)
    /// Around what is at the root.
    case root
  }

  let part: Part
  /// The innermost scope that the box belongs to.
  let scope: ScopePath
  let node: LayoutNode
  /// What is in it, as the node has it.
  let children: [LaidBox]

  /// - Parameter isOutermost: Whether it is one of the boxes that its component stands for. These, and
  ///   what is measured, are what is looked for in the layout before: they stay what they are most often
  ///   when something around them changes.
  init(_ part: Part, in scope: ScopePath, isOutermost: Bool, children: [LaidBox]) {
    self.part = part
    self.scope = scope
    self.children = children
    let nodes = children.map { $0.node }
    guard let content = part.style?.content else {
      node = LayoutNode(content: .flex(FlexContainer(), nodes), isBoundary: isOutermost)
      return
    }
    var isBoundary = isOutermost
    if case .measured = content.arrangement { isBoundary = true }
    let layoutContent: LayoutContent =
      switch content.arrangement {
      case .flex(let container): .flex(container, nodes)
      case .rule(let rule): .rule(rule, nodes)
      case .measured(let measured): .measured(measured)
      case .slot: .flex(FlexContainer(), nodes)
      }
    node = LayoutNode(style: content.style, content: layoutContent, isBoundary: isBoundary)
  }

  /// Whether a new box of a part, with some children, would be the same.
  func isBox(of part: Part, _ children: [LaidBox]) -> Bool {
    self.part.isSame(as: part) && self.children.elementsEqual(children, by: ===)
  }
}

extension LaidBox.Part {
  fileprivate var style: BoxStyle? {
    switch self {
    case .view(let part): part.box
    case .box(let part): part.box
    case .root: nil
    }
  }

  /// Whether both are what one run of a body has returned.
  fileprivate func isSame(as other: LaidBox.Part) -> Bool {
    switch (self, other) {
    case (.view(let part), .view(let other)): part === other
    case (.box(let part), .box(let other)): part === other
    case (.root, .root): true
    case (.view, _), (.box, _), (.root, _): false
    }
  }

  /// Whether what is in the box may stand in place of it.
  var isSlot: Bool {
    if case .box(let part) = self, case .slot = part.box.arrangement { true } else { false }
  }
}
