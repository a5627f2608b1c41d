/// The description of a view. It does not depend on the type of messages, so its code is compiled
/// once.
@usableFromInline
struct ViewDraft: Sendable {
  @usableFromInline var spec: ViewSpec
  private(set) var events = ViewEvents()
  /// How the view is laid out.
  var box = BoxStyle()
  let children: [TreeNode]
  /// The number of components among the children.
  let scopeCount: Int

  @usableFromInline
  init(_ spec: consuming ViewSpec) {
    self.spec = spec
    children = []
    scopeCount = 0
  }

  @usableFromInline
  init(_ spec: consuming ViewSpec, _ children: consuming NodeList) {
    self.spec = spec
    scopeCount = children.scopeCount
    self.children = children.takeNodes()
  }

  /// Adds a reference to an event's actions.
  @usableFromInline
  mutating func add(_ reference: ActionReference, to event: ViewEvent) {
    events.add(reference, to: event)
  }
}

/// The references that the events of a view perform: few, in the order in which they were added.
struct ViewEvents: Hashable, Sendable {
  private struct Element: Hashable, Sendable {
    let event: ViewEvent
    let reference: ActionReference
  }

  private var elements: [Element] = []

  /// Adds a reference to an event.
  mutating func add(_ reference: ActionReference, to event: ViewEvent) {
    elements.append(Element(event: event, reference: reference))
  }

  /// The events, each once, in the order in which they were added.
  var events: [ViewEvent] {
    var events: [ViewEvent] = []
    for element in elements where !events.contains(element.event) { events.append(element.event) }
    return events
  }

  /// Returns the references that an event performs, in order.
  func references(of event: ViewEvent) -> [ActionReference] {
    elements.filter { $0.event == event }.map { $0.reference }
  }

  var dictionary: [ViewEvent: [ActionReference]] {
    guard !elements.isEmpty else { return [:] }
    return Dictionary(grouping: elements) { $0.event }.mapValues { $0.map { $0.reference } }
  }
}
