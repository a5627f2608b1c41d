package import RosterCore

/// The keys of rows: `(list << 40) + number`, for sections, items and revisions alike. So the rows
/// of one list lie together, and lists need no common counter.
package struct RowKey {
  /// Numbers within a list are below 2^40.
  package static let numberBits = 40
  /// Lists are numbered below 2^23, so that every key fits 63 bits.
  package static let listMax = 1 << 23 - 1

  package let list: Int

  /// Makes the keys of a list.
  package init(list: Int) { self.list = list }

  /// The key of the row with a number.
  package func key(_ number: Int) -> Int { list << Self.numberBits | number }

  /// The number in a key.
  package func number(_ key: Int) -> Int { key & (1 << Self.numberBits - 1) }

  /// Returns the leaf page with a key; `nil` if no page of the list can have it.
  package func leaf(_ key: Int) -> LeafID? {
    guard key >> Self.numberBits == list, let number = UInt32(exactly: number(key)), number > 0
    else { return nil }
    return LeafID(rawValue: number)
  }

  /// The first and the last key of the list.
  package var first: Int { key(0) }
  package var last: Int { key(1 << Self.numberBits - 1) }
}
