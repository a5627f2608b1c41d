/// What is performed when something happens to a view: few events, in the order they were added.
struct ViewEvents: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    let event: ViewEvent
    var references: [ActionReference]
  }

  private(set) var elements: [Element] = []

  /// Adds what an action does to what an event performs.
  mutating func add(_ references: [ActionReference], to event: ViewEvent) {
    guard !references.isEmpty else { return }
    if let index = elements.firstIndex(where: { $0.event == event }) {
      elements[index].references += references
    } else {
      elements.append(Element(event: event, references: references))
    }
  }

  var dictionary: [ViewEvent: [ActionReference]] {
    guard !elements.isEmpty else { return [:] }
    return Dictionary(uniqueKeysWithValues: elements.map { ($0.event, $0.references) })
  }
}
