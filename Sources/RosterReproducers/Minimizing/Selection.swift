/// Which elements of a row are left out: those of one run.
///
/// Whoever goes through the row asks for each element in turn; so the length of the row is known
/// when everything was asked for.
struct Selection {
  private let left: Range<Int>
  /// How many elements were asked for.
  private(set) var count = 0

  /// Leaves out a run.
  init(leavingOut run: Range<Int> = 0..<0) { left = run }

  /// Whether the next element stays.
  mutating func keepsNext() -> Bool {
    defer { count += 1 }
    return !left.contains(count)
  }

  /// The elements that stay.
  mutating func kept<Element>(_ elements: some Sequence<Element>) -> [Element] {
    elements.filter { _ in keepsNext() }
  }

  /// The value, `nil` if it is left out; nothing is no element.
  mutating func kept<Value>(_ value: Value?) -> Value? {
    value.flatMap { keepsNext() ? $0 : nil }
  }
}
