internal import RosterCore
internal import RosterEngine

/// Where an item of a derived list stands: before all items with larger places.
struct DerivedPlace: Comparable {
  /// The key of its section; empty if the list is not grouped.
  var section: [UInt8]
  var key: [UInt8]
  /// Its place among those with an equal key.
  var tie: ItemPath

  static func < (left: Self, right: Self) -> Bool {
    var order = left.section.order(to: right.section)
    if order == 0 { order = left.key.order(to: right.key) }
    return order == 0 ? left.tie < right.tie : order < 0
  }

  /// Returns the indexes of places in the order of the places.
  ///
  /// Places and indexes are moved by what compares them without asking for their types, unlike models.
  static func order(of places: [Self]) -> [Int] {
    places.indices.sorted { places[$0] < places[$1] }
  }
}

/// What the source has changed since a derived list was last brought up to date.
struct SourceChange {
  /// The items to look at: those that came, went, were updated, or may have another place.
  var items: Set<ItemID> = []
  /// Those of them that may have another model.
  var updated: Set<ItemID> = []
  /// Those of them that may stand elsewhere among others with equal keys.
  var moved: Set<ItemID> = []
  /// Whether sections have moved, whose items stand elsewhere than others.
  var movesSections = false
  /// Whether all items are to be looked at, and may stand elsewhere.
  var isEverything = false
  /// The items that may be shown; `nil` if all may.
  var window: Set<ItemID>?
  /// The items that stay where they are.
  var held: Set<ItemID> = []
  /// Whether all sections go, and items come to others.
  var replacesSections = false
  /// Whether the list is shown by another definition, so that it may have other sections without items.
  var isRedefined = false
  /// Whether items with equal keys have other places than before.
  var hasOtherTies = false

  /// Adds what a revision of the source has touched.
  mutating func add(_ identities: ChangeIdentities) {
    items.formUnion(identities.updatedItems)
    updated.formUnion(identities.updatedItems)
    // An item that was away may come back with another model.
    items.formUnion(identities.insertedItems)
    updated.formUnion(identities.insertedItems)
    moved.formUnion(identities.insertedItems)
    items.formUnion(identities.removedItems.lazy.map(\.id))
    items.formUnion(identities.movedItems)
    moved.formUnion(identities.movedItems)
  }
}

/// The keys of a derived list at its newest revision, as far as they are in memory.
struct DerivedKeys {
  /// The number of keys of items in memory at most.
  private static let countMax = 1 << 14

  private(set) var revision: Revision = 0
  private var items: [ItemID: [UInt8]] = [:]
  private var sections: [SectionID: [UInt8]] = [:]
  /// What a change to the next revision makes of them, if it is committed.
  private var next: (items: [ItemID: [UInt8]], sections: [SectionID: [UInt8]]) = ([:], [:])

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
    let missing = wanted.filter { items[$0] == nil }
    for (item, key) in zip(missing, try storage.keys(ofItems: missing, at: revision)) {
      items[item] = key
    }
    return wanted.map { items[$0] ?? [] }
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

/// One change of a derived list: takes out what leaves or moves, and puts in what arrives, each at its place.
struct Arrangement<Model: Sendable, Section: SortValue & Codable> {
  private struct Arrival {
    var item: ItemID
    var model: Model
    var place: DerivedPlace
    /// What is kept of it: its key, or the texts of an index, which have nothing to do with its place.
    var kept: [UInt8]
    var section: Section?
    /// Whether it was in the list with this model and key.
    var isUnchanged = false
  }

  let definition: DerivedDefinition<Model, Section>
  let change: SourceChange
  let target: DerivedSource<Model>.Snapshot
  let storage: DerivedStorage
  /// The sections that are there without items as well, in their order.
  private let fixedSections: [(key: [UInt8], section: Section)]
  var keys: DerivedKeys
  /// Whether the change has a step.
  private(set) var isStep = false
  /// Whether nothing but places may have changed, so that the change may come to nothing.
  private(set) var onlyMoves = true
  /// The items that would have changed, if they were not held.
  private(set) var skipped: Set<ItemID> = []
  private var departures = Changeset<Model, Section>.Builder()
  private var hasDepartures = false
  private var arrivals: [Arrival] = []
  private var leftSections: Set<SectionID> = []

  init(
    _ definition: DerivedDefinition<Model, Section>, _ change: SourceChange,
    _ target: DerivedSource<Model>.Snapshot, _ storage: DerivedStorage, _ keys: DerivedKeys
  ) {
    self.definition = definition
    self.change = change
    self.target = target
    self.storage = storage
    self.keys = keys
    fixedSections = definition.fixedSections.map { (key: $0.sortBytes, section: $0) }
      .sorted { $0.key.precedes($1.key) }
      .reduce(into: []) { sections, next in
        if sections.last?.key != next.key { sections.append(next) }
      }
  }

  /// Brings a draft of the list up to date.
  ///
  /// - Complexity: O(*k* log *m*) probes for *k* items to look at, of a list of *m* items.
  mutating func bringUpToDate(_ draft: inout ListDraft<Model, Section>) throws {
    try takeOut(&draft)
    arrivals = DerivedPlace.order(of: arrivals.map(\.place)).map { arrivals[$0] }
    if draft.state.sectionCount == 0 { return try fill(&draft) }
    try putIn(&draft)
    try removeEmptySections(&draft)
    if change.isRedefined { try insertFixedSections(&draft) }
  }

  // MARK: What leaves

  private mutating func takeOut(_ draft: inout ListDraft<Model, Section>) throws {
    if change.replacesSections, draft.state.sectionCount > 0 {
      for section in 0..<draft.state.sectionCount { departures.removeSection(at: section) }
      hasDepartures = true
      onlyMoves = false
    }
    let items = change.items.sorted()
    for start in stride(from: 0, to: items.count, by: 1_024) {
      try look(at: items[start..<min(start + 1_024, items.count)], draft)
    }
    guard hasDepartures else { return }
    isStep = true
    try draft.apply(changeset: Changeset { $0 = departures })
  }

  private mutating func look(
    at items: ArraySlice<ItemID>, _ draft: ListDraft<Model, Section>
  ) throws {
    let isPresent = try items.map { try target.state.contains($0) }
    let present = zip(items, isPresent).filter(\.1).map(\.0)
    var models = try target.models(present).makeIterator()
    let paths = try items.map { try draft.state.path(of: $0) }
    do {
      _ = try keys.read(zip(items, paths).filter { $1 != nil }.map(\.0), storage)
    } catch {
      // Those of a list that is made anew may be lost.
      guard change.replacesSections else { throw error }
    }
    for (item, (isPresent, path)) in zip(items, zip(isPresent, paths)) {
      let model = isPresent ? models.next() : nil
      let shown = model.flatMap {
        change.window?.contains(item) ?? true && definition.isShown($0) ? $0 : nil
      }
      if let path {
        if let model, change.held.contains(item), !change.replacesSections {
          try keep(item, model, at: path)
        } else if let shown {
          try place(item, shown, at: path, draft)
        } else {
          leave(path, draft)
          onlyMoves = false
        }
      } else if let shown {
        arrivals.append(try arrival(item, shown))
        onlyMoves = false
      }
    }
  }

  /// Leaves a held item where it is, with the key that it has.
  private mutating func keep(
    _ item: ItemID, _ model: Model, at path: ItemPath
  ) throws(StorageError) {
    skipped.insert(item)
    guard change.updated.contains(item) else { return }
    update(item, model, at: path, key: try keys.key(of: item, storage))
  }

  /// Updates an item of the list where it stands, or takes it out and has it arrive.
  private mutating func place(
    _ item: ItemID, _ model: Model, at path: ItemPath, _ draft: ListDraft<Model, Section>
  ) throws {
    let isUpdated = change.updated.contains(item)
    var arrival = try arrival(item, model)
    let key =
      change.replacesSections ? try? keys.key(of: item, storage) : try keys.key(of: item, storage)
    let hasSameKey = arrival.kept == key
    let mayHaveMoved =
      change.hasOtherTies
      || definition.ties == .source && (change.isEverything || change.moved.contains(item))
    if try !change.replacesSections && !mayHaveMoved && hasSameKey
      && arrival.place.section == sectionKey(at: path.section, draft)
    {
      if isUpdated { update(item, model, at: path, key: arrival.kept) }
      return
    }
    leave(path, draft)
    // Another key, as by another definition, is stored as a model is.
    arrival.isUnchanged = !isUpdated && hasSameKey
    onlyMoves = onlyMoves && arrival.isUnchanged
    arrivals.append(arrival)
  }

  private mutating func update(
    _ item: ItemID, _ model: Model, at path: ItemPath, key: [UInt8]
  ) {
    departures.updateItem(at: path, model)
    keys.write(key, of: item)
    hasDepartures = true
    onlyMoves = false
  }

  private mutating func leave(_ path: ItemPath, _ draft: ListDraft<Model, Section>) {
    // It goes with its section.
    if change.replacesSections { return }
    departures.removeItem(at: path)
    hasDepartures = true
    if definition.section != nil, let section = draft.state.sectionID(at: path.section) {
      leftSections.insert(section)
    }
  }

  // MARK: Places

  /// Asks the closures of the definition, once, where an item stands.
  private func arrival(_ item: ItemID, _ model: Model) throws(StorageError) -> Arrival {
    let section = definition.section?(model)
    let kept = definition.kept(of: model)
    let place = DerivedPlace(
      section: section?.sortBytes ?? [], key: definition.texts == nil ? kept : [],
      tie: try tie(of: item))
    return Arrival(item: item, model: model, place: place, kept: kept, section: section)
  }

  private func tie(of item: ItemID) throws(StorageError) -> ItemPath {
    if definition.ties == .identity { return ItemPath(section: 0, item: item.rawValue) }
    guard let path = try target.state.path(of: item) else {
      throw StorageError(.corrupt, "a derived list shows \(item), which its source does not have")
    }
    return path
  }

  private mutating func sectionKey(
    at index: Int, _ draft: ListDraft<Model, Section>
  ) throws(StorageError) -> [UInt8] {
    guard definition.section != nil, let id = draft.state.sectionID(at: index) else { return [] }
    return try keys.key(of: id) { () throws(StorageError) in
      let source = draft.source
      guard let sourceIndex = source.state.index(of: id),
        let value = try source.sectionModel(at: sourceIndex)
      else { throw StorageError(.corrupt, "a derived list has a section without a value") }
      return value.sortBytes
    }
  }

  /// Returns whether the item at a path stands before a place in its section.
  private mutating func isBefore(
    _ place: DerivedPlace, _ path: ItemPath, _ state: ListState
  ) throws(StorageError) -> Bool {
    guard let item = try state.itemID(at: path) else { return false }
    if definition.texts == nil {
      let key = try keys.key(of: item, storage)
      if key != place.key { return key.precedes(place.key) }
    }
    return try tie(of: item) < place.tie
  }

  // MARK: What arrives

  /// Makes an empty list of all that arrives, in one step.
  private mutating func fill(_ draft: inout ListDraft<Model, Section>) throws {
    var builder = Changeset<Model, Section>.Builder()
    var path = ItemPath(section: -1, item: 0)
    var last: [UInt8]?
    if definition.section == nil {
      builder.insertSection(at: 0)
      (path, last) = (ItemPath(section: 0, item: 0), [])
    }
    var values: [[UInt8]] = []
    var fixed = fixedSections[...]
    func insertSection(_ key: [UInt8], _ section: Section?) {
      last = key
      path = ItemPath(section: path.section + 1, item: 0)
      builder.insertSection(at: path.section, section)
      values.append(key)
    }
    for arrival in arrivals {
      if arrival.place.section != last {
        while let first = fixed.first, !arrival.place.section.precedes(first.key) {
          fixed.removeFirst()
          if first.key != arrival.place.section { insertSection(first.key, first.section) }
        }
        insertSection(arrival.place.section, arrival.section)
      }
      builder.insertItem(arrival.model, at: path)
      path.item += 1
      keys.write(arrival.kept, of: arrival.item)
    }
    for rest in fixed { insertSection(rest.key, rest.section) }
    if path.section < 0 { return }
    isStep = true
    onlyMoves = false
    let sections = try draft.insert(
      Changeset { $0 = builder }, as: arrivals.map(\.item),
      unchanged: Set(arrivals.lazy.filter(\.isUnchanged).map(\.item)))
    for (section, value) in zip(sections, values) { keys.write(value, of: section) }
  }

  private mutating func putIn(_ draft: inout ListDraft<Model, Section>) throws {
    if arrivals.isEmpty { return }
    isStep = true
    var start = 0
    var section = 0
    var sectionKey: [UInt8]?
    var item = 0
    while start < arrivals.count {
      let first = arrivals[start].place
      if sectionKey != first.section {
        section = try findSection(first.section, arrivals[start].section, from: section, &draft)
        (sectionKey, item) = (first.section, 0)
      }
      let count = draft.state.itemCount(inSection: section)
      item = try position(of: first, in: section, from: item, to: count, draft.state)
      // Those behind it arrive at the same gap if what stands behind the gap is behind them as well.
      var end = start + 1
      let next = try firstInOrder(from: item, to: count, in: section, draft.state)
      while end < arrivals.count, arrivals[end].place.section == first.section,
        try next.map({ (next) throws(StorageError) in
          try !isBefore(arrivals[end].place, ItemPath(section: section, item: next), draft.state)
        }) ?? true
      { end += 1 }
      let run = arrivals[start..<end]
      try draft.insert(
        run.map(\.model), as: run.map(\.item),
        unchanged: Set(run.lazy.filter(\.isUnchanged).map(\.item)),
        at: ItemPath(section: section, item: item))
      for arrival in run { keys.write(arrival.kept, of: arrival.item) }
      item += run.count
      start = end
    }
  }

  private mutating func position(
    of place: DerivedPlace, in section: Int, from start: Int, to end: Int, _ state: ListState
  ) throws(StorageError) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = low + (high - low) / 2
      let probe = try firstInOrder(from: middle, to: high, in: section, state)
      if let probe, try isBefore(place, ItemPath(section: section, item: probe), state) {
        low = probe + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Returns the index of the first item of a range that stands where its key says; `nil` if all are held.
  private func firstInOrder(
    from start: Int, to end: Int, in section: Int, _ state: ListState
  ) throws(StorageError) -> Int? {
    if change.held.isEmpty { return start < end ? start : nil }
    for index in start..<max(start, end) {
      let item = try state.itemID(at: ItemPath(section: section, item: index))
      if let item, !change.held.contains(item) { return index }
    }
    return nil
  }

  /// Returns the section with a key, which is made if it is not there.
  private mutating func findSection(
    _ wanted: [UInt8], _ value: Section?, from start: Int,
    _ draft: inout ListDraft<Model, Section>
  ) throws -> Int {
    guard definition.section != nil else { return 0 }
    var (low, high) = (start, draft.state.sectionCount)
    while low < high {
      let middle = low + (high - low) / 2
      if try sectionKey(at: middle, draft).precedes(wanted) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    if low < draft.state.sectionCount, try sectionKey(at: low, draft) == wanted {
      return low
    }
    let id = try draft.insertSection(value, at: low)
    keys.write(wanted, of: id)
    isStep = true
    onlyMoves = false
    return low
  }

  private mutating func removeEmptySections(_ draft: inout ListDraft<Model, Section>) throws {
    if change.isRedefined, definition.section != nil {
      leftSections.formUnion((0..<draft.state.sectionCount).compactMap(draft.state.sectionID))
    }
    for section in leftSections.sorted() {
      guard let index = draft.state.index(of: section),
        draft.state.itemCount(inSection: index) == 0
      else { continue }
      let key = fixedSections.isEmpty ? [] : try sectionKey(at: index, draft)
      if fixedSections.contains(where: { $0.key == key }) { continue }
      try draft.remove(section)
      isStep = true
      onlyMoves = false
    }
  }

  private mutating func insertFixedSections(_ draft: inout ListDraft<Model, Section>) throws {
    for fixed in fixedSections {
      _ = try findSection(fixed.key, fixed.section, from: 0, &draft)
    }
  }
}
