/// How a list treats an identifier that occurs more than once in a snapshot.
///
/// A duplicate section is left out with its items. Then duplicate items are searched in the rest:
///
///     snapshot   A: a b   B: c a   A: d       letters are the identifiers
///     keepFirst  A: a b   B: c
///     keepLast            B: c a   A: d
public enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
  /// The snapshot is refused, with the identifier and both places.
  case refuse
  /// The first occurrence stays, the others are left out.
  case keepFirst
  /// The last occurrence stays, the others are left out.
  case keepLast
}

/// An identifier that occurs twice in a snapshot, so that it does not identify one element.
public struct DuplicateIdentifier: Error, Hashable, Sendable {
  /// Where a section or an item stands in its list.
  public enum Place: Hashable, Sendable {
    /// The section at an index.
    case section(Int)
    /// The item at a path.
    case item(ItemPath)
  }

  /// The identifier, in words.
  public var identifier: String
  /// The first place where it stands.
  public var first: Place
  /// The second place where it stands.
  public var second: Place

  /// Names an identifier and two places.
  public init(
    _ identifier: String, first: Place, second: Place
  ) {
    self.identifier = identifier
    self.first = first
    self.second = second
  }
}

extension DuplicateIdentifier: CustomStringConvertible {
  /// The identifier and both places, in words.
  public var description: String {
    "the identifier \(identifier) is in the snapshot twice: at \(first) and at \(second)"
  }
}

extension DuplicateIdentifier.Place: CustomStringConvertible {
  /// The kind and the place, in words.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .item(let path): "item \(path)"
    }
  }
}

/// The keys of a row that stay if each may occur only once.
@usableFromInline
struct KeyRepetitions {
  /// The first repeated key: the numbers of its first and its second occurrence.
  @usableFromInline private(set) var refused: (first: Int, second: Int)?
  /// For each key whether it stays; `nil` if all do.
  @usableFromInline private(set) var staying: [Bool]?

  /// Applies a policy to the first row of some keys.
  ///
  /// - Complexity: O(*n*) expected for *n* keys, if they hash well.
  @usableFromInline
  init(_ rows: KeyRows, _ policy: DuplicatePolicy) {
    var known = KeyTable(capacity: rows.firstCount)
    var stays = Array(repeating: true, count: rows.firstCount)
    var repeats = false
    // The last occurrence so far of each repeated key, by the number of its first occurrence.
    var last: [Int: Int] = [:]
    for number in 0..<rows.firstCount {
      guard let first = known.insert(number, of: rows) else { continue }
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
