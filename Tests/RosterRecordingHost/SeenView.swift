package import RosterComponents
package import RosterJSON

/// What is to be seen of a view, without anything hidden.
package struct SeenView: Equatable {
  package let className: String
  package let attributes: [String: JSONValue]
  package let events: [ViewEvent: [ActionReference]]
  package let accessibility: Accessibility?
  package let frame: ViewFrame?
  /// From back to front.
  package let within: [SeenView]

  package init(
    className: String, attributes: [String: JSONValue], events: [ViewEvent: [ActionReference]],
    accessibility: Accessibility?, frame: ViewFrame?, within: [SeenView]
  ) {
    self.className = className
    self.attributes = attributes
    self.events = events
    self.accessibility = accessibility
    self.frame = frame
    self.within = within
  }

  /// The picture that a description asks for: the naive model of a mount.
  package init(_ tree: ViewTree) {
    let pairs = tree.spec.attributes.map { ($0.name, $0.value) }
    self.init(
      className: tree.spec.className, attributes: Dictionary(uniqueKeysWithValues: pairs),
      events: tree.events, accessibility: tree.spec.accessibility, frame: tree.frame,
      within: SeenView.pictures(
        (tree.zOrder ?? Array(tree.children.indices)).map { tree.children[$0] },
        isLaidOut: tree.frame != nil))
  }

  package static func pictures(_ views: [ViewTree], isLaidOut: Bool) -> [SeenView] {
    views.filter { !isLaidOut || $0.frame != nil }.map { SeenView($0) }
  }
}
