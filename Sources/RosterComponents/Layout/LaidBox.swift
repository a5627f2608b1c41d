internal import RosterCore
internal import RosterLayout

/// A box to lay out, and the part of the tree that it stands for. Immutable.
final class LaidBox: Sendable {
  enum Part: Sendable {
    case view(ViewPart)
    case box(BoxPart)
    /// The box around everything at the root.
    case root
  }

  let part: Part
  /// The innermost scope that the box belongs to.
  let scope: ScopePath
  let node: LayoutNode
  /// Whether the content of the box has a size of its own. The boxes in it are not displayed then.
  let isMeasured: Bool
  /// The boxes in it, in the order of the nodes.
  let children: [LaidBox]

  /// - Parameter isOutermost: Whether the box is one of the outermost boxes of its component.
  ///   These, and measured boxes, are the ones that the layout cache searches, since most of them
  ///   are the same after a change around them.
  init(_ part: Part, in scope: ScopePath, isOutermost: Bool, children: [LaidBox]) {
    self.part = part
    self.scope = scope
    self.children = children
    let nodes = children.map { $0.node }
    guard let content = part.style?.content else {
      node = LayoutNode(content: .flex(FlexContainer(), nodes), isBoundary: isOutermost)
      isMeasured = false
      return
    }
    isMeasured = if case .measured = content.arrangement { true } else { false }
    let layoutContent: LayoutContent =
      switch content.arrangement {
      case .flex(let container): .flex(container, nodes)
      case .grid(let grid): .grid(grid, nodes)
      case .rule(let rule): .rule(rule, nodes)
      case .measured(let measured): .measured(measured)
      case .slot: .flex(FlexContainer(), nodes)
      }
    node = LayoutNode(
      style: content.style, content: layoutContent, isBoundary: isOutermost || isMeasured)
  }

  /// Returns whether a new box of a part with some children would be the same.
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

  /// Returns whether one run of a body has made both parts.
  fileprivate func isSame(as other: LaidBox.Part) -> Bool {
    switch (self, other) {
    case (.view(let part), .view(let other)): part === other
    case (.box(let part), .box(let other)): part === other
    case (.root, .root): true
    case (.view, _), (.box, _), (.root, _): false
    }
  }

  /// Whether the content of the box may take its place.
  var isSlot: Bool {
    if case .box(let part) = self, case .slot = part.box.arrangement { true } else { false }
  }
}
