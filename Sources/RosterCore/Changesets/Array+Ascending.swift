extension Array where Element: Comparable {
  /// The elements in ascending order. This takes one pass if they are sorted already.
  @usableFromInline
  func ascending() -> [Element] { isAscending ? self : sorted() }

  @inlinable
  var isAscending: Bool {
    var next = startIndex
    while next + 1 < endIndex {
      if self[next + 1] < self[next] { return false }
      next += 1
    }
    return true
  }
}
