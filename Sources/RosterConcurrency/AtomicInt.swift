internal import CAtomics

/// An integer that threads and signal handlers read and write as a whole, without a lock.
///
/// Use it in a signal handler, which must not wait for a lock: it may have interrupted the thread that holds that. Use it
/// also where a lock costs too much, and ``Guarded`` everywhere else.
///
///     static let writingEnd = AtomicInt(-1)
///
/// A static one is made when it is first used; use it once before a handler does.
///
/// Unchecked because only atomic operations access the word, and nothing else knows it.
package struct AtomicInt: ~Copyable, @unchecked Sendable {
  private let word: UnsafeMutablePointer<Int>

  package init(_ value: Int) {
    word = .allocate(capacity: 1)
    word.initialize(to: value)
  }

  deinit { word.deallocate() }

  package func load() -> Int { catomic_load(word) }

  package func store(_ value: Int) { catomic_store(word, value) }

  /// Sets the integer and returns what it was before.
  package func exchange(_ value: Int) -> Int { catomic_exchange(word, value) }

  /// Sets the integer if it is the expected one, and returns whether it was.
  package func compareExchange(expected: Int, desired: Int) -> Bool {
    catomic_compare_exchange(word, expected, desired)
  }

  /// Sets some bits.
  package func formUnion(_ bits: Int) { catomic_or(word, bits) }
}
