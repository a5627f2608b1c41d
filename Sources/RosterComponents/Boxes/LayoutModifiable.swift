public import RosterLayout

/// What can be told how it is laid out: views, boxes, components and nodes.
///
/// A view and a box take what they are told themselves; around a component or a node there is put a
/// box without a view, a column as every view is one, which takes it. Such a box is nothing to the
/// components in it: their scopes and states are the same with it and without.
///
///     ViewNode("row") { … }.padding(8)
///     LikeButton().grow(1).margin(4)
public protocol LayoutModifiable {
  /// What takes the layout.
  associatedtype Modified

  /// Changes the style of the box.
  consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Modified
}

extension LayoutModifiable {
  /// Takes a whole style, made elsewhere, instead of what was said so far.
  ///
  ///     let card = LayoutStyle { style in
  ///       style.padding = Edges(8)
  ///       style.flexGrow = 1
  ///     }
  ///     ViewNode(spec).layout(card)
  public consuming func layout(_ style: LayoutStyle) -> Modified { layout { $0 = style } }
}
