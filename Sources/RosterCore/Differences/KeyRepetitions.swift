/// Which keys of a row stay if each may be there once only.
@usableFromInline
struct KeyRepetitions {
  /// The first key that is there again, by its number, and where it was before.
  @usableFromInline private(set) var refused: (first: Int, second: Int)?
  /// For each key whether it stays, `nil` if all do.
  @usableFromInline private(set) var staying: [Bool]?

  /// Applies a policy to the source row of some keys.
  ///
  /// - Complexity: O(*n*) expected for *n* keys, if they hash well.
  @usableFromInline
  init(_ rows: KeyRows, _ policy: DuplicatePolicy) {
    var known = KeyTable(rows, capacity: rows.sourceCount)
    var stays = Array(repeating: true, count: rows.sourceCount)
    var repeats = false
    // Of each repeated key the last one so far, by the number that the table knows the key by.
    var last: [Int: Int] = [:]
    for number in 0..<rows.sourceCount {
      guard let first = known.insert(number) else { continue }
      switch policy {
      case .refuse:
        refused = (first, number)
        return
      case .keepFirst:
        stays[number] = false
      case .keepLast:
        stays[last[first] ?? first] = false
        last[first] = number
      }
      repeats = true
    }
    if repeats { staying = stays }
  }
}
