internal import RosterComponents

extension ViewSpec {
  /// The classes whose content the browser measures, since it draws their texts in its own font. The
  /// style sheet of views (`views.css`) names the same ones.
  static let classesMeasuredByPage: Set<String> = [
    "text", "badge", "button", "toggle", "segments", "field",
  ]

  /// Whether the page needs no size of the content of the view.
  var isMeasuredByPage: Bool { Self.classesMeasuredByPage.contains(className) }
}
