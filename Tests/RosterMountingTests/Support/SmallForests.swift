import RosterComponents

/// All forests up to a size.
enum SmallForests {
  /// Returns all forests of exactly `count` views, each view of each kind.
  static func forests(of count: Int, kinds: [ViewTree]) -> [[ViewTree]] {
    guard count > 0 else { return [[]] }
    return (0..<count).flatMap { insideCount in
      let inner = forests(of: insideCount, kinds: kinds)
      let others = forests(of: count - 1 - insideCount, kinds: kinds)
      return kinds.flatMap { kind in
        inner.flatMap { children in
          others.map { others in
            var first = kind
            first.children = children
            return [first] + others
          }
        }
      }
    }
  }

  /// Returns all forests of at most `count` views.
  static func forests(upTo count: Int, kinds: [ViewTree]) -> [[ViewTree]] {
    (0...count).flatMap { forests(of: $0, kinds: kinds) }
  }

  /// Returns all orders of all subsets of some elements.
  static func arrangements<Element>(of elements: [Element]) -> [[Element]] {
    elements.indices.reduce(into: [[]]) { found, index in
      var rest = elements
      let first = rest.remove(at: index)
      found += arrangements(of: rest).map { [first] + $0 }
    }
  }

  /// Returns all orders of some elements.
  static func permutations<Element>(of elements: [Element]) -> [[Element]] {
    arrangements(of: elements).filter { $0.count == elements.count }
  }
}
