/// An element that stands in a `NamedArray` at the place of its name.
protocol Named {
  var name: ByteString { get }
}

/// An array in ascending order of its elements' names, of which no two are the same.
struct NamedArray<Element: Named & Sendable>: Sendable {
  private(set) var elements: [Element] = []
}

extension NamedArray {
  var count: Int { elements.count }

  /// Reads or changes an element. A changed one must keep its name.
  subscript(index: Int) -> Element {
    get { elements[index] }
    set { elements[index] = newValue }
    _modify { yield &elements[index] }
  }

  /// The index of the element with this name.
  ///
  /// - Complexity: O(log *n*).
  func index(of name: ByteString) -> Int? {
    let index = elements.partitionIndex(in: 0..<elements.count) { $0.name >= name }
    return index < elements.count && elements[index].name == name ? index : nil
  }

  /// The error for a name that does not exist and is to be removed, or that exists and is to be
  /// inserted.
  struct Conflict: Error {
    var name: ByteString
    var isRemoval: Bool
  }

  /// Removes and inserts elements.
  ///
  /// - Parameter indexes: The indexes of the elements to remove, in ascending order.
  /// - Parameter arrivals: The elements to insert, in ascending order of their names.
  /// - Throws: The first conflict; nothing is changed then.
  /// - Complexity: O(*k* log *n*) comparisons for *k* removals and insertions, and one pass.
  mutating func replace(
    removing indexes: [Int], inserting arrivals: [Element]
  ) throws(Conflict) {
    let survivors = try survivors(removing: indexes)
    if arrivals.isEmpty {
      elements = survivors
      return
    }
    var result: [Element] = []
    result.reserveCapacity(survivors.count + arrivals.count)
    var start = 0
    for arrival in arrivals {
      let end = survivors.partitionIndex(in: start..<survivors.count) { $0.name >= arrival.name }
      result.append(contentsOf: survivors[start..<end])
      let isTaken = end < survivors.count && survivors[end].name == arrival.name
      if isTaken || result.last?.name == arrival.name {
        throw Conflict(name: arrival.name, isRemoval: false)
      }
      result.append(arrival)
      start = end
    }
    result.append(contentsOf: survivors[start...])
    elements = result
  }

  private func survivors(removing indexes: [Int]) throws(Conflict) -> [Element] {
    if indexes.isEmpty { return elements }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    var start = 0
    for index in indexes {
      guard index >= start else { throw Conflict(name: elements[index].name, isRemoval: true) }
      result.append(contentsOf: elements[start..<index])
      start = index + 1
    }
    result.append(contentsOf: elements[start...])
    return result
  }
}

extension Array {
  /// Returns the first index in `range` whose element satisfies a condition. All later elements
  /// must satisfy it too.
  fileprivate func partitionIndex(in range: Range<Int>, where condition: (Element) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
