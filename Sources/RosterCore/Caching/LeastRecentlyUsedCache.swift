/// Values by key, as many as have room. A new value takes the room of those that were not used for the
/// longest time.
///
///     var cache = LeastRecentlyUsedCache<String, Picture>(costMax: 9)
///     cache.insert(a, for: "a", cost: 4)
///     cache.insert(b, for: "b", cost: 4)
///     _ = cache.value(for: "a")
///     cache.insert(c, for: "c", cost: 5)    // b goes, since a was used after it
///
/// The entries form a ring that begins with the most recently used one. Every operation is O(1), apart
/// from the removals that make room.
///
/// Other rooms compile it for their own types, since every change of a list passes such caches.
@usableFromInline
package struct LeastRecentlyUsedCache<Key: Hashable, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let key: Key
    @usableFromInline var value: Value
    @usableFromInline var cost: Int
    @usableFromInline var previous: Int
    @usableFromInline var next: Int

    @inlinable
    init(key: Key, value: Value, cost: Int, previous: Int, next: Int) {
      self.key = key
      self.value = value
      self.cost = cost
      self.previous = previous
      self.next = next
    }
  }

  /// The largest sum of the costs of all values.
  @usableFromInline package let costMax: Int
  /// The sum of the costs of all values.
  @usableFromInline package internal(set) var cost = 0
  @usableFromInline var indexes: [Key: Int] = [:]
  @usableFromInline var entries: [Entry] = []
  /// The most recently used entry, `nil` if the cache is empty.
  @usableFromInline var newest: Int?

  /// Makes an empty cache; one with a `costMax` below 1 keeps nothing that costs anything.
  @inlinable
  package init(costMax: Int) { self.costMax = max(0, costMax) }

  /// The number of values.
  @inlinable package var count: Int { indexes.count }

  /// Whether a new value with a cost of 1 fits without removing one.
  @inlinable package var hasRoom: Bool { cost < costMax }

  /// All keys with their values, most recently used first.
  @inlinable
  package var all: [(key: Key, value: Value)] {
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
  @inlinable
  package func peek(_ key: Key) -> Value? { indexes[key].map { entries[$0].value } }

  /// Returns the value of a key and uses it; `nil` if there is none.
  @inlinable
  package mutating func value(for key: Key) -> Value? {
    guard let index = indexes[key] else { return nil }
    use(index)
    return entries[index].value
  }

  /// Sets the value of a key and uses it. A value that has no room at all is not kept, and takes no room
  /// from others.
  ///
  /// - Parameter cost: How much of the room the value takes; a negative one counts as 0.
  @inlinable
  package mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
    let cost = max(0, cost)
    guard cost <= costMax else { return remove(key) }
    if let index = indexes[key] {
      self.cost -= entries[index].cost
      entries[index].value = value
      entries[index].cost = 0
      use(index)
      makeRoom(for: cost)
    } else {
      makeRoom(for: cost)
      indexes[key] = entries.count
      entries.append(
        Entry(key: key, value: value, cost: 0, previous: entries.count, next: entries.count))
      link(entries.count - 1)
    }
    guard let newest else { return }
    entries[newest].cost = cost
    self.cost += cost
  }

  /// Removes the value of a key.
  @inlinable
  package mutating func remove(_ key: Key) {
    guard let index = indexes.removeValue(forKey: key) else { return }
    cost -= entries[index].cost
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

  /// Removes all values.
  @inlinable
  package mutating func removeAll() {
    indexes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    newest = nil
    cost = 0
  }

  /// Removes values, the least recently used one first, until one with a cost of at most `costMax` fits.
  @inlinable
  mutating func makeRoom(for cost: Int) {
    while self.cost > costMax - cost, let newest {
      remove(entries[entries[newest].previous].key)
    }
  }

  @inlinable
  mutating func use(_ index: Int) {
    guard index != newest else { return }
    unlink(index)
    link(index)
  }

  @inlinable
  mutating func unlink(_ index: Int) {
    let (previous, next) = (entries[index].previous, entries[index].next)
    entries[previous].next = next
    entries[next].previous = previous
    if newest == index { newest = next == index ? nil : next }
  }

  /// Inserts an entry before the newest, and makes it the newest.
  @inlinable
  mutating func link(_ index: Int) {
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
