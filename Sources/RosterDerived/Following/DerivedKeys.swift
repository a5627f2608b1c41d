internal import RosterCore

/// The keys of a derived list at its newest revision, as far as they are in memory.
struct DerivedKeys {
  /// The number of keys of items in memory at most.
  private static let countMax = 1 << 14

  private(set) var revision: Revision
  private var items: [ItemID: [UInt8]] = [:]
  private var sections: [SectionID: [UInt8]] = [:]
  /// What a change to the next revision makes of them, if it is committed.
  private var next: (items: [ItemID: [UInt8]], sections: [SectionID: [UInt8]]) = ([:], [:])

  /// Makes the keys of a revision, none of which is in memory.
  init(at revision: Revision = 0) { self.revision = revision }

  /// Makes the keys those of a revision.
  ///
  /// - Parameter isNext: Whether the revision is that of the change that has written keys.
  mutating func begin(at head: Revision, isNext: Bool) {
    if head == revision + 1, isNext {
      items.merge(next.items) { $1 }
      sections.merge(next.sections) { $1 }
    } else if head != revision {
      (items, sections) = ([:], [:])
    }
    next = ([:], [:])
    revision = head
    if items.count > Self.countMax { items = [:] }
    if sections.count > Self.countMax { sections = [:] }
  }

  /// Whether a change has written more keys than are to be in memory, as one that makes the list.
  var isTooLarge: Bool { next.items.count > Self.countMax }

  /// The keys that the change to the next revision has written.
  var written: [ItemID: [UInt8]] { next.items }

  /// Makes room for the keys of so many items.
  mutating func reserve(_ count: Int) { next.items.reserveCapacity(next.items.count + count) }

  mutating func write(_ key: [UInt8], of item: ItemID) { next.items[item] = key }

  mutating func write(_ key: [UInt8], of section: SectionID) { next.sections[section] = key }

  mutating func key(
    of item: ItemID, _ storage: DerivedStorage
  ) throws(StorageError) -> [UInt8] {
    if let key = next.items[item] ?? items[item] { return key }
    return try read([item], storage)[0]
  }

  /// Returns the keys of items that were in the list before the change, which has not written them.
  mutating func read(
    _ wanted: [ItemID], _ storage: DerivedStorage
  ) throws(StorageError) -> [[UInt8]] {
    try readMissing(wanted.filter { items[$0] == nil }, storage)
    return wanted.map { items[$0] ?? [] }
  }

  /// Reads the keys of items that are asked for next, unless they are in memory. The change may have written some of them.
  mutating func readAhead(
    _ wanted: [ItemID], _ storage: DerivedStorage
  ) throws(StorageError) {
    try readMissing(wanted.filter { !isInMemory($0) }, storage)
  }

  /// Whether the key of an item need not be read.
  func isInMemory(_ item: ItemID) -> Bool { next.items[item] != nil || items[item] != nil }

  private mutating func readMissing(
    _ missing: [ItemID], _ storage: DerivedStorage
  ) throws(StorageError) {
    for (item, key) in zip(missing, try storage.keys(ofItems: missing, at: revision)) {
      items[item] = key
    }
  }

  /// Returns the key of a section.
  ///
  /// - Parameter read: Reads it, if the section was in the list before the change.
  mutating func key(
    of section: SectionID, _ read: () throws(StorageError) -> [UInt8]
  ) throws(StorageError) -> [UInt8] {
    if let key = next.sections[section] ?? sections[section] { return key }
    let key = try read()
    sections[section] = key
    return key
  }
}
