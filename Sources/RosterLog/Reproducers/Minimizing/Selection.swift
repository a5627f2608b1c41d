/// The elements of a row that are left out: those of one run.
///
/// The code that walks the row asks for each element in turn, so the length of the row is known at
/// the end of the walk.
struct Selection {
  private let left: Range<Int>
  /// The number of elements so far.
  private(set) var count = 0

  /// Leaves out a run.
  init(leavingOut run: Range<Int> = 0..<0) { left = run }

  /// Returns whether the next element stays.
  mutating func keepsNext() -> Bool {
    defer { count += 1 }
    return !left.contains(count)
  }

  /// Returns the elements that stay.
  mutating func kept<Element>(_ elements: some Sequence<Element>) -> [Element] {
    elements.filter { _ in keepsNext() }
  }

  /// Returns the value, `nil` if it is left out. `nil` does not count as an element.
  mutating func kept<Value>(_ value: Value?) -> Value? {
    value.flatMap { keepsNext() ? $0 : nil }
  }
}
