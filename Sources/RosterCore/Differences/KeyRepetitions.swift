/// The keys of a row that stay if each may occur only once.
@usableFromInline
struct KeyRepetitions {
  /// The first repeated key: the numbers of its first and its second occurrence.
  @usableFromInline private(set) var refused: (first: Int, second: Int)?
  /// For each key whether it stays; `nil` if all do.
  @usableFromInline private(set) var staying: [Bool]?

  /// Applies a policy to the source row of some keys.
  ///
  /// - Complexity: O(*n*) expected for *n* keys, if they hash well.
  @usableFromInline
  init(_ rows: KeyRows, _ policy: DuplicatePolicy) {
    var known = KeyTable(rows, capacity: rows.sourceCount)
    var stays = Array(repeating: true, count: rows.sourceCount)
    var repeats = false
    // The last occurrence so far of each repeated key, by the number of its first occurrence.
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
