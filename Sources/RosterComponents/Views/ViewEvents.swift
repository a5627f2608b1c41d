/// What is performed when something happens to a view: few references, in the order they were added.
struct ViewEvents: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    let event: ViewEvent
    let reference: ActionReference
  }

  private(set) var elements: [Element] = []

  /// Adds something to what an event performs.
  mutating func add(_ reference: ActionReference, to event: ViewEvent) {
    elements.append(Element(event: event, reference: reference))
  }

  var dictionary: [ViewEvent: [ActionReference]] {
    guard !elements.isEmpty else { return [:] }
    return Dictionary(grouping: elements) { $0.event }.mapValues { $0.map { $0.reference } }
  }
}
