public import RosterLayout

/// Something with a layout: views, boxes, components and nodes.
///
/// A view and a box keep the layout themselves. A component or a node is wrapped in a box without a
/// view, which keeps the layout; like a view, it is a column. Such a box does not affect the
/// components in it: their scopes and states are the same with and without it.
///
///     ViewNode("row") { … }.padding(8)
///     LikeButton().grow(1).margin(4)
public protocol LayoutModifiable {
  /// The type that keeps the layout.
  associatedtype Modified

  /// Changes the style of the box.
  consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Modified
}

extension LayoutModifiable {
  /// Replaces the style by one that was made elsewhere.
  ///
  ///     let card = LayoutStyle { style in
  ///       style.padding = Edges(8)
  ///       style.flexGrow = 1
  ///     }
  ///     ViewNode(spec).layout(card)
  public consuming func layout(_ style: LayoutStyle) -> Modified { layout { $0 = style } }
}
