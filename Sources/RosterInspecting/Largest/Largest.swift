/// The largest ones of what was added, the largest first. Of equal ones, what was added first stands first.
struct Largest<Element> {
  private let countMax: Int
  private(set) var elements: [(size: Int, element: Element)] = []

  init(_ countMax: Int) { self.countMax = countMax }

  /// Adds an element, which is made only if it is large enough. Nothing has no size.
  mutating func add(size: Int, _ element: @autoclosure () -> Element) {
    guard size > 0 else { return }
    if elements.count == countMax, let last = elements.last, last.size >= size { return }
    let index = elements.firstIndex { $0.size < size } ?? elements.endIndex
    elements.insert((size, element()), at: index)
    if elements.count > countMax { elements.removeLast() }
  }
}
