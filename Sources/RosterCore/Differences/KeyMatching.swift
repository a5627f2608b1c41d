/// Which places of two rows of distinct keys hold the same key.
struct KeyMatching {
  /// The target place of each source place, `none` if its key is not in the target.
  private(set) var targets: [Int]
  /// The source place of each target place, `none` if its key is not in the source.
  private(set) var sources: [Int]
  /// Stands for no place.
  static var none: Int { -1 }
  /// Marks the key of an earlier place, which is not matched.
  private static var repeated: Int { -2 }

  /// Two places of one row with the same key.
  struct Duplicate: Error {
    var side: DifferenceError.Side
    var first: Int
    var second: Int
  }

  /// Matches the keys of two rows.
  ///
  /// Every source key is hashed once, because this method must check that all differ. A target key
  /// is first compared with the source key behind the one that was matched last, and is hashed only
  /// if the two differ. So a run that both rows share costs one comparison for each key.
  ///
  /// - Throws: The first key that occurs twice in the source, or else one that occurs twice in the
  ///   target.
  /// - Complexity: O(*n*) expected for *n* keys, if they hash well.
  init(_ rows: KeyRows) throws(Duplicate) {
    try self.init(rows) { (duplicate) throws(Duplicate) in throw duplicate }
  }

  /// Matches the keys of a row in which keys may repeat with those of a row in which none does.
  /// Only the first occurrence of a key is matched; a repetition counts as a key that is not in the
  /// target.
  ///
  /// - Precondition: The target keys are distinct.
  init(repetitive rows: KeyRows) {
    do throws(Duplicate) {
      try self.init(rows) { _ in }
    } catch {
      preconditionFailure("the keys of a snapshot are distinct once its policy was applied")
    }
  }

  /// - Parameter noteRepetition: Is called for a source key that has occurred before.
  private init(
    _ rows: KeyRows, noteRepetition: (Duplicate) throws(Duplicate) -> Void
  ) throws(Duplicate) {
    targets = Array(repeating: Self.none, count: rows.sourceCount)
    sources = Array(repeating: Self.none, count: rows.targetCount)
    var known = KeyTable(rows, capacity: rows.sourceCount)
    for place in targets.indices {
      if let first = known.insert(place) {
        try noteRepetition(Duplicate(side: .source, first: first, second: place))
        targets[place] = Self.repeated
      }
    }
    try match(rows, known)
    for place in targets.indices where targets[place] == Self.repeated {
      targets[place] = Self.none
    }
  }

  private mutating func match(_ rows: KeyRows, _ known: KeyTable) throws(Duplicate) {
    var arrived: [Int] = []
    var next = 0
    for place in sources.indices {
      let number = rows.sourceCount + place
      var source: Int?
      if next < targets.count, targets[next] == Self.none, rows.areSame(next, number) {
        source = next
      } else {
        source = known.number(sameAs: number)
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
    var known = KeyTable(rows, capacity: arrived.count)
    for place in arrived {
      if let first = known.insert(rows.sourceCount + place) {
        throw Duplicate(side: .target, first: first - rows.sourceCount, second: place)
      }
    }
  }
}
