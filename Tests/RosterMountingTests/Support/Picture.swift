import RosterComponents
import RosterJSON

/// What is to be seen of a view, without anything hidden.
struct Picture: Equatable {
  let className: String
  let attributes: [String: JSONValue]
  let events: [ViewEvent: [ActionReference]]
  let accessibility: Accessibility?
  let frame: ViewFrame?
  /// From back to front.
  let within: [Picture]

  init(
    className: String, attributes: [String: JSONValue], events: [ViewEvent: [ActionReference]],
    accessibility: Accessibility?, frame: ViewFrame?, within: [Picture]
  ) {
    self.className = className
    self.attributes = attributes
    self.events = events
    self.accessibility = accessibility
    self.frame = frame
    self.within = within
  }

  /// The picture that a description asks for: the naive model of a mount.
  init(_ tree: ViewTree) {
    let pairs = tree.spec.attributes.map { ($0.name, $0.value) }
    self.init(
      className: tree.spec.className, attributes: Dictionary(uniqueKeysWithValues: pairs),
      events: tree.events, accessibility: tree.spec.accessibility, frame: tree.frame,
      within: Picture.pictures(
        (tree.zOrder ?? Array(tree.children.indices)).map { tree.children[$0] },
        isLaidOut: tree.frame != nil))
  }

  static func pictures(_ views: [ViewTree], isLaidOut: Bool) -> [Picture] {
    views.filter { !isLaidOut || $0.frame != nil }.map { Picture($0) }
  }
}
