extension Array {
  /// The elements in their order, of those with equal keys only the first.
  func withoutRepetitions<Key: Hashable>(of key: (Element) -> Key) -> [Element] {
    var seen = Set<Key>(minimumCapacity: count)
    return filter { seen.insert(key($0)).inserted }
  }
}
