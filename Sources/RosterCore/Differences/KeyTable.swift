/// Two rows of keys, numbered consecutively: first those of the first row, then those of the second.
///
/// The keys stay with the caller, whose code is compiled for their type. The code that compares
/// them works on numbers, so it is not generic.
@usableFromInline
struct KeyRows {
  @usableFromInline let firstCount: Int
  @usableFromInline let secondCount: Int
  /// The hash of a key by its number.
  @usableFromInline let hash: (Int) -> Int
  /// Whether two keys are the same, by their numbers.
  @usableFromInline let areSame: (Int, Int) -> Bool

  @inlinable
  init<Key: Hashable>(_ first: [Key], _ second: [Key] = []) {
    let count = first.count
    firstCount = count
    secondCount = second.count
    hash = { ($0 < count ? first[$0] : second[$0 - count]).hashValue }
    areSame = {
      ($0 < count ? first[$0] : second[$0 - count])
        == ($1 < count ? first[$1] : second[$1 - count])
    }
  }
}

/// A hash table of numbered keys. It returns the number under which an equal key was first
/// inserted.
///
/// Open addressing with linear probing (Knuth, *The Art of Computer Programming*, volume 3, 6.4),
/// at most half full. It holds numbers instead of keys, so it is not generic: what asks it says which
/// keys they number. The numbers are 32 bits wide; more keys than that, with their elements, do not fit
/// into memory.
struct KeyTable {
  /// Number + 1 of the key in each slot, 0 in a free one.
  private var slots: ContiguousArray<Int32>
  private let mask: Int

  /// Makes an empty table.
  ///
  /// - Parameter capacity: The maximum number of keys that the table will hold.
  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    mask = size - 1
    slots = ContiguousArray(repeating: 0, count: size)
  }

  /// Returns the number of the key that equals the numbered one, `nil` if there is none.
  ///
  /// - Complexity: O(1) expected, if keys hash well.
  func number(sameAs number: Int, in rows: KeyRows) -> Int? {
    let found = slots[slot(of: number, in: rows)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// Inserts a key unless the table holds an equal one.
  ///
  /// - Returns: The number of the equal key, `nil` if `number` was inserted.
  /// - Complexity: O(1) expected, if keys hash well.
  mutating func insert(_ number: Int, of rows: KeyRows) -> Int? {
    let slot = slot(of: number, in: rows)
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    slots[slot] = Int32(truncatingIfNeeded: number + 1)
    return nil
  }

  /// Returns the slot of the equal key, or the free slot where the key belongs.
  private func slot(of number: Int, in rows: KeyRows) -> Int {
    var slot = rows.hash(number) & mask
    while slots[slot] != 0, !rows.areSame(Int(slots[slot]) - 1, number) {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
