/// Which places of two rows of distinct keys hold the same key.
///
/// The rows are numbered through: items of all sections, or sections. Every source key is hashed
/// once into a table; target keys are looked up only where the rows are not seen to be alike.
struct KeyMatching<Key: Hashable> {
  /// The place in the target of each place in the source, `none` if it is not there.
  private(set) var targets: [Int]
  /// The place in the source of each place in the target, `none` if it was not there.
  private(set) var sources: [Int]
  /// No place.
  static var none: Int { -1 }

  /// Two places of one row with the same key.
  struct Duplicate: Error {
    var side: DifferenceError.Side
    var first: Int
    var second: Int
  }

  /// Matches the keys of two rows.
  ///
  /// - Parameter pairs: Stretches of the source and the target that are likely to begin and to end
  ///   with the same keys.
  /// - Throws: The first key that is twice in the source, or else one that is twice in the target.
  /// - Complexity: O(*n*) for *n* keys, if they hash well.
  init(
    _ source: [Key], _ target: [Key], pairs: [(source: Range<Int>, target: Range<Int>)]
  ) throws(Duplicate) {
    targets = Array(repeating: Self.none, count: source.count)
    sources = Array(repeating: Self.none, count: target.count)
    var places = [Key: Int](minimumCapacity: source.count)
    for place in source.indices {
      if let first = places.updateValue(place, forKey: source[place]) {
        throw Duplicate(side: .source, first: first, second: place)
      }
    }
    for pair in pairs { matchEnds(source, target, pair.source, pair.target) }
    try matchRest(target, places)
  }

  /// Matches what two stretches have in common at their beginnings and at their ends.
  private mutating func matchEnds(
    _ source: [Key], _ target: [Key], _ sourceRange: Range<Int>, _ targetRange: Range<Int>
  ) {
    var count = 0
    let shorter = min(sourceRange.count, targetRange.count)
    while count < shorter,
      source[sourceRange.lowerBound + count] == target[targetRange.lowerBound + count]
    {
      match(sourceRange.lowerBound + count, targetRange.lowerBound + count)
      count += 1
    }
    var fromEnd = 1
    while count < shorter,
      source[sourceRange.upperBound - fromEnd] == target[targetRange.upperBound - fromEnd]
    {
      match(sourceRange.upperBound - fromEnd, targetRange.upperBound - fromEnd)
      count += 1
      fromEnd += 1
    }
  }

  private mutating func matchRest(_ target: [Key], _ places: [Key: Int]) throws(Duplicate) {
    var arrived: [Key: Int] = [:]
    for place in target.indices where sources[place] == Self.none {
      if let source = places[target[place]] {
        let other = targets[source]
        guard other == Self.none else {
          throw Duplicate(side: .target, first: min(other, place), second: max(other, place))
        }
        match(source, place)
      } else if let first = arrived.updateValue(place, forKey: target[place]) {
        throw Duplicate(side: .target, first: first, second: place)
      }
    }
  }

  private mutating func match(_ source: Int, _ target: Int) {
    targets[source] = target
    sources[target] = source
  }
}
