/// A bounded number of values. If it is full, a new value replaces the least recently used one.
///
/// The entries form a ring that begins with the most recently used one. Every operation is O(1).
struct LeastRecentlyUsedCache<Key: Hashable, Value> {
  private struct Entry {
    var key: Key
    var value: Value
    var previous: Int
    var next: Int
  }

  let countMax: Int
  private var indexes: [Key: Int] = [:]
  private var entries: [Entry] = []
  /// The most recently used entry, `nil` if the cache is empty.
  private var newest: Int?

  init(countMax: Int) { self.countMax = countMax }

  var count: Int { indexes.count }

  /// Whether a new value fits without removing one.
  var hasRoom: Bool { count < countMax }

  /// All keys with their values, most recently used first.
  var all: [(key: Key, value: Value)] {
    var all: [(key: Key, value: Value)] = []
    guard let newest else { return all }
    var index = newest
    repeat {
      all.append((entries[index].key, entries[index].value))
      index = entries[index].next
    } while index != newest
    return all
  }

  /// Returns the value of a key without using it; `nil` if there is none.
  func peek(_ key: Key) -> Value? { indexes[key].map { entries[$0].value } }

  /// Returns the value of a key and uses it; `nil` if there is none.
  mutating func value(for key: Key) -> Value? {
    guard let index = indexes[key] else { return nil }
    use(index)
    return entries[index].value
  }

  /// Sets the value of a key and uses it.
  mutating func insert(_ value: Value, for key: Key) {
    guard countMax > 0 else { return }
    if let index = indexes[key] {
      entries[index].value = value
      use(index)
    } else if count < countMax {
      indexes[key] = entries.count
      entries.append(
        Entry(key: key, value: value, previous: entries.count, next: entries.count))
      link(entries.count - 1)
    } else if let newest {
      // The oldest stands before the newest, so turning the ring makes it the newest.
      let oldest = entries[newest].previous
      indexes[entries[oldest].key] = nil
      indexes[key] = oldest
      entries[oldest].key = key
      entries[oldest].value = value
      self.newest = oldest
    }
  }

  /// Removes the value of a key.
  mutating func remove(_ key: Key) {
    guard let index = indexes.removeValue(forKey: key) else { return }
    unlink(index)
    // The last entry moves to the free place.
    let last = entries.removeLast()
    guard index < entries.count else { return }
    let isAlone = last.next == entries.count
    entries[index] = last
    indexes[last.key] = index
    if isAlone {
      entries[index].next = index
      entries[index].previous = index
    } else {
      entries[last.previous].next = index
      entries[last.next].previous = index
    }
    if newest == entries.count { newest = index }
  }

  mutating func removeAll() {
    indexes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    newest = nil
  }

  private mutating func use(_ index: Int) {
    guard index != newest else { return }
    unlink(index)
    link(index)
  }

  private mutating func unlink(_ index: Int) {
    let (previous, next) = (entries[index].previous, entries[index].next)
    entries[previous].next = next
    entries[next].previous = previous
    if newest == index { newest = next == index ? nil : next }
  }

  /// Inserts an entry before the newest, and makes it the newest.
  private mutating func link(_ index: Int) {
    if let newest {
      let oldest = entries[newest].previous
      entries[index].previous = oldest
      entries[index].next = newest
      entries[oldest].next = index
      entries[newest].previous = index
    } else {
      entries[index].previous = index
      entries[index].next = index
    }
    newest = index
  }
}
