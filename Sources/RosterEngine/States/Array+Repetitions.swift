extension Array where Element: Hashable {
  /// The elements in their order, each only where it comes first.
  func withoutRepetitions() -> [Element] {
    var seen = Set<Element>(minimumCapacity: count)
    return filter { seen.insert($0).inserted }
  }
}
