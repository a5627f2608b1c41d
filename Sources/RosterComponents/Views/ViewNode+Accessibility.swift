extension ViewNode {
  /// Replaces the description of the view for assistive technology.
  public consuming func accessibility(_ accessibility: Accessibility) -> Self {
    spec.accessibility = accessibility
    return self
  }

  /// Offers an action to assistive technology, under a label in the user's language.
  ///
  /// - Parameters:
  ///   - label: The label of the action.
  ///   - event: The event that happens to the view: one that the view has already, such as a long
  ///     press, or a new one.
  ///   - action: The action that is performed.
  public consuming func accessibilityAction(
    _ label: String, on event: ViewEvent, _ action: Action<>
  ) -> Self {
    spec.accessibility = spec.accessibility ?? Accessibility()
    spec.accessibility?.actions.append(AccessibilityAction(label, event: event))
    return on(event, action)
  }

  /// Offers an event of the view to assistive technology as an action, under a label in the user's
  /// language.
  public consuming func accessibilityAction(_ label: String, on event: ViewEvent) -> Self {
    accessibilityAction(label, on: event, Action())
  }
}
