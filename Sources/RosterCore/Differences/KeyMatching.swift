/// Which places of two rows of distinct keys hold the same key.
struct KeyMatching {
  /// The target place of each source place, `none` if its key is not in the target.
  private(set) var targets: [Int]
  /// The source place of each target place, `none` if its key is not in the source.
  private(set) var sources: [Int]
  /// Stands for no place.
  static var none: Int { -1 }

  /// Two places of one row with the same key.
  struct Duplicate: Error {
    var side: DifferenceError.Side
    var first: Int
    var second: Int
  }

  /// Matches the keys of two rows: of the source first, then of the target.
  ///
  /// Every source key is hashed once, because this method must check that all differ. A target key
  /// is first compared with the source key behind the one that was matched last, and is hashed only
  /// if the two differ. So a run that both rows share costs one comparison for each key.
  ///
  /// - Throws: The first key that occurs twice in the source, or else one that occurs twice in the
  ///   target.
  /// - Complexity: O(*n*) expected for *n* keys, if they hash well.
  init(_ rows: KeyRows) throws(Duplicate) {
    targets = Array(repeating: Self.none, count: rows.firstCount)
    sources = Array(repeating: Self.none, count: rows.secondCount)
    var known = KeyTable(capacity: rows.firstCount)
    for place in targets.indices {
      if let first = known.insert(place, of: rows) {
        throw Duplicate(side: .source, first: first, second: place)
      }
    }
    try match(rows, known)
  }

  /// Matches nothing yet with a target of some length.
  fileprivate init(targetCount: Int) {
    targets = []
    sources = Array(repeating: Self.none, count: targetCount)
  }

  /// Adds a source key that is matched with a target place, or with none.
  fileprivate mutating func add(_ target: Int) {
    if target != Self.none { sources[target] = targets.count }
    targets.append(target)
  }

  private mutating func match(_ rows: KeyRows, _ known: KeyTable) throws(Duplicate) {
    var arrived: [Int] = []
    var next = 0
    for place in sources.indices {
      let number = rows.firstCount + place
      var source: Int?
      if next < targets.count, targets[next] == Self.none, rows.areSame(next, number) {
        source = next
      } else {
        source = known.number(sameAs: number, in: rows)
      }
      guard let source else {
        arrived.append(place)
        continue
      }
      guard targets[source] == Self.none else {
        throw Duplicate(side: .target, first: targets[source], second: place)
      }
      targets[source] = place
      sources[place] = source
      next = source + 1
    }
    try requireDistinct(arrived, rows)
  }

  private func requireDistinct(_ arrived: [Int], _ rows: KeyRows) throws(Duplicate) {
    var known = KeyTable(capacity: arrived.count)
    for place in arrived {
      if let first = known.insert(rows.firstCount + place, of: rows) {
        throw Duplicate(side: .target, first: first - rows.firstCount, second: place)
      }
    }
  }
}

/// Matches source keys, as they are read, with those of a target in which none repeats.
///
/// Source keys may repeat. Then the first is matched, and the others count as keys that are not in the
/// target. A source key is first compared with the target key behind the one that was matched last, and
/// is hashed only if the two differ.
@usableFromInline
struct KeyMatcher {
  /// What is matched so far.
  private(set) var matching: KeyMatching
  private var known: KeyTable
  private var next = 0

  /// Begins with the target.
  ///
  /// - Parameter target: Its keys, as the first row.
  /// - Complexity: O(*n*) expected for *n* keys, if they hash well.
  @usableFromInline
  init(_ target: KeyRows) {
    matching = KeyMatching(targetCount: target.firstCount)
    known = KeyTable(capacity: target.firstCount)
    for place in 0..<target.firstCount { _ = known.insert(place, of: target) }
  }

  /// Adds source keys.
  ///
  /// - Parameters:
  ///   - rows: The keys of the target, and those that are added.
  ///   - visit: Is called for each added key that is matched, with its place among those that are added,
  ///     and the target place.
  @usableFromInline
  mutating func add(_ rows: KeyRows, _ visit: (Int, Int) -> Void) {
    for place in 0..<rows.secondCount {
      let number = rows.firstCount + place
      var target = KeyMatching.none
      if next < rows.firstCount, rows.areSame(next, number) {
        target = next
      } else if let found = known.number(sameAs: number, in: rows) {
        target = found
      }
      if target != KeyMatching.none, matching.sources[target] != KeyMatching.none {
        target = KeyMatching.none
      }
      matching.add(target)
      guard target != KeyMatching.none else { continue }
      next = target + 1
      visit(place, target)
    }
  }
}
