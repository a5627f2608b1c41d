public import RosterLayout

/// A view is a flex container, a column unless it is told otherwise, with a style of its own.
extension ViewNode: FlexModifiable {
  /// Changes the style of the view.
  public consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Self {
    change(&draft.box.style)
    return self
  }

  /// Changes how flexbox places what is in the view.
  public consuming func flex(_ change: (inout FlexContainer) -> Void) -> Self {
    draft.box.modifyContainer(change)
    return self
  }

  /// Has a rule place what is in the view, instead of flexbox.
  public consuming func layout(by rule: some LayoutRule) -> Self {
    draft.box.arrangement = .rule(rule)
    return self
  }

  /// Makes the view as large as some content, such as its text; views in it have no place.
  public consuming func measured(by content: some MeasuredContent) -> Self {
    draft.box.arrangement = .measured(content)
    return self
  }
}
