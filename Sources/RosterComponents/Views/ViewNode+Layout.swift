public import RosterLayout

/// A view is a flex container, by default a column, and has a style of its own.
extension ViewNode: FlexModifiable {
  /// Changes the style of the view.
  public consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Self {
    change(&draft.box.style)
    return self
  }

  /// Changes how flexbox places the content of the view.
  public consuming func flex(_ change: (inout FlexContainer) -> Void) -> Self {
    draft.box.modifyContainer(change)
    return self
  }

  /// Lets a rule instead of flexbox place the content of the view.
  public consuming func layout(by rule: some LayoutRule) -> Self {
    draft.box.arrangement = .rule(rule)
    return self
  }

  /// Gives the view the size of some content, such as its text. Views in it are not placed.
  public consuming func measured(by content: some MeasuredContent) -> Self {
    draft.box.arrangement = .measured(content)
    return self
  }
}
