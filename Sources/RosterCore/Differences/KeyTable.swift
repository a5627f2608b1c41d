/// A table of numbered keys: finds the number that was given to a key first.
///
/// Open addressing with linear probing (Knuth, *The Art of Computer Programming*, volume 3, 6.4),
/// at most half full. It holds numbers, not keys, so it is not generic; they are 32 bits wide, which
/// is more keys than fit into memory with what they name.
struct KeyTable {
  private let rows: KeyRows
  /// Number + 1 of the key in each slot, 0 in a free one.
  private var slots: ContiguousArray<Int32>
  private let mask: Int

  /// Makes an empty table.
  ///
  /// - Parameter capacity: The number of keys that it will hold at most.
  init(_ rows: KeyRows, capacity: Int) {
    self.rows = rows
    var size = 16
    while size < capacity * 2 { size *= 2 }
    mask = size - 1
    slots = ContiguousArray(repeating: 0, count: size)
  }

  /// The number of the key that is the same as the numbered one, `nil` if there is none.
  ///
  /// - Complexity: O(1) expected, if keys hash well.
  func number(sameAs number: Int) -> Int? {
    let found = slots[slot(of: number)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// Adds a key, unless one that is the same is there.
  ///
  /// - Returns: The number of the key that is there, `nil` if `number` was added.
  /// - Complexity: O(1) expected, if keys hash well.
  mutating func insert(_ number: Int) -> Int? {
    let slot = slot(of: number)
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    slots[slot] = Int32(truncatingIfNeeded: number + 1)
    return nil
  }

  /// The slot of the key that is the same, or the free one where it would be.
  private func slot(of number: Int) -> Int {
    var slot = rows.hash(number) & mask
    while slots[slot] != 0, !rows.areSame(Int(slots[slot]) - 1, number) {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
