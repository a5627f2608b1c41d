extension ViewNode {
  /// Says what assistive technology is told of the view, instead of what was said so far.
  public consuming func accessibility(_ accessibility: Accessibility) -> Self {
    spec.accessibility = accessibility
    return self
  }

  /// Offers an action to assistive technology, under a label in the user's language.
  ///
  /// - Parameters:
  ///   - label: How the action is called.
  ///   - event: The event that then happens to the view; one that the view has anyway, such as a long
  ///     press, or one of its own.
  ///   - action: What is performed.
  public consuming func accessibilityAction(
    _ label: String, on event: ViewEvent, _ action: Action<>
  ) -> Self {
    spec.accessibility = spec.accessibility ?? Accessibility()
    spec.accessibility?.actions.append(AccessibilityAction(label, event: event))
    return on(event, action)
  }

  /// Offers what an event of the view performs to assistive technology, under a label in the user's
  /// language.
  public consuming func accessibilityAction(_ label: String, on event: ViewEvent) -> Self {
    accessibilityAction(label, on: event, Action())
  }
}
