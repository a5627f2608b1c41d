/// The seeds of an attack, one after the other: what a command and a test repeat an attack with.
package struct AttackSeeds: Sequence {
  package let first: UInt64
  package let count: Int

  package init(first: UInt64, count: Int) {
    self.first = first
    self.count = count
  }

  package func makeIterator() -> Range<UInt64>.Iterator {
    (first..<first + UInt64(count)).makeIterator()
  }
}
