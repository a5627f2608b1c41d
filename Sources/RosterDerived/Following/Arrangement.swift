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
}

/// An item that comes into a derived list, or goes to another place there.
///
/// Its model and what its section has in common are told by their indexes, and lie elsewhere: a million arrivals are sorted
/// and moved by what need not ask the runtime for the types of these.
struct DerivedArrival {
  var item: ItemID
  var place: DerivedPlace
  /// What is kept of it: its key, or the texts of an index, which have nothing to do with its place.
  var kept: [UInt8]
  /// Which of the models that arrive is its own, and which of the sections.
  var modelIndex = 0
  var sectionIndex = 0
  /// Whether it was in the list with this model and key.
  var isUnchanged = false
}

/// One change of a derived list: takes out what leaves or moves, and puts in what arrives, each at its place.
///
/// Closures read members here, and not key paths: a key path of a generic type is made anew at each evaluation.
struct Arrangement<Model: Sendable, Section: Sendable> {
  /// A section as the definition groups items.
  struct GroupedSection {
    /// Where it stands: before all sections with larger keys. Empty if the list is not grouped.
    var key: [UInt8] = []
    /// What its items have in common.
    var value: Section?
    /// Its identity, if it is one of the source.
    var id: SectionID?
  }

  let definition: DerivedDefinition<Model, Section>
  let change: SourceChange
  let target: SourcesSnapshot<Model>
  let storage: DerivedStorage
  var keys: DerivedKeys
  /// Whether the change has a step.
  private(set) var isStep = false
  /// Whether nothing but places may have changed, so that the change may come to nothing.
  private(set) var onlyMoves = true
  /// The items that would have changed, if they were not held.
  private(set) var skipped: Set<ItemID> = []
  private var departures = Changeset<Model, Section>.Builder()
  private var hasDepartures = false
  private var arrivals: [DerivedArrival] = []
  /// The models of what arrives.
  private var models: [Model] = []
  /// The sections of what arrives, and their indexes by their keys. A list that is not grouped has none.
  private var sections: [GroupedSection] = []
  private var sectionIndexes: [[UInt8]: Int] = [:]
  private var leftSections: Set<SectionID> = []

  init(
    _ definition: DerivedDefinition<Model, Section>, _ change: SourceChange,
    _ target: SourcesSnapshot<Model>, _ storage: DerivedStorage, _ keys: consuming DerivedKeys
  ) {
    self.definition = definition
    self.change = change
    self.target = target
    self.storage = storage
    self.keys = keys
  }

  /// Brings a draft of the list up to date.
  ///
  /// - Complexity: O(*k* log *m*) probes for *k* items to look at, of a list of *m* items.
  mutating func bringUpToDate(_ draft: inout ListDraft<Model, Section>) throws {
    try takeOut(&draft)
    arrivals.sort { $0.place < $1.place }
    if let sections = definition.grouping.ofSource { try followSections(sections, &draft) }
    if draft.state.sectionCount == 0 { return try fill(&draft) }
    try putIn(&draft)
    try removeEmptySections(&draft)
    if change.isRedefined || change.touchesSections { try insertFixedSections(&draft) }
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
    // What is not shown any more leaves unread.
    let isRead = try items.map { item in
      try (change.window?.contains(item) ?? true || change.held.contains(item))
        && target.contains(item)
    }
    var models = try target.models(zip(items, isRead).filter(\.1).map(\.0)).makeIterator()
    let paths = try items.map { try draft.state.path(of: $0) }
    do {
      let staying = zip(items, zip(isRead, paths)).filter { $1.0 && $1.1 != nil }
      _ = try keys.read(staying.map(\.0), storage)
    } catch {
      // Those of a list that is made anew may be lost.
      guard change.replacesSections else { throw error }
    }
    for (item, (isRead, path)) in zip(items, zip(isRead, paths)) {
      let model = isRead ? models.next() : nil
      let shown = model.flatMap {
        change.window?.contains(item) ?? true && definition.isShown($0) ? $0 : nil
      }
      if let path {
        if let model, change.held.contains(item), !change.replacesSections,
          !isGone(draft.state.sectionID(at: path.section))
        {
          try keep(item, model, at: path)
        } else if let shown {
          try place(item, shown, at: path, draft)
        } else {
          leave(path, draft)
          onlyMoves = false
        }
      } else if let shown {
        let (arrival, section) = try arrival(item, shown)
        arrive(arrival, shown, in: section)
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
    var (arrival, section) = try arrival(item, model)
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
    arrive(arrival, model, in: section)
  }

  private mutating func arrive(
    _ arrival: DerivedArrival, _ model: Model, in section: GroupedSection?
  ) {
    var arrival = arrival
    arrival.modelIndex = models.count
    models.append(model)
    if let section {
      if let index = sectionIndexes[arrival.place.section] {
        arrival.sectionIndex = index
      } else {
        arrival.sectionIndex = sections.count
        sectionIndexes[arrival.place.section] = sections.count
        sections.append(section)
      }
    }
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
    if definition.grouping.isGrouped, let section = draft.state.sectionID(at: path.section) {
      leftSections.insert(section)
    }
  }

  // MARK: Places

  /// Asks the closures of the definition, once, where an item stands.
  ///
  /// - Returns: The arrival, and its section; `nil` if the list is not grouped.
  func arrival(
    _ item: ItemID, _ model: Model
  ) throws(StorageError) -> (DerivedArrival, GroupedSection?) {
    let section = try section(of: item, model)
    let kept = try definition.kept(of: model)
    let place = DerivedPlace(
      section: section?.key ?? [], key: definition.indexed == nil ? kept : [],
      tie: try tie(of: item))
    return (DerivedArrival(item: item, place: place, kept: kept), section)
  }

  private func section(
    of item: ItemID, _ model: Model
  ) throws(StorageError) -> GroupedSection? {
    switch definition.grouping {
    case .none: return nil
    case .values(let values):
      let value = values.value(model, definition.sourceIndex(of: item))
      return GroupedSection(key: values.key(value), value: value)
    case .source: return sourceSection(at: try sourcePath(of: item).section)
    }
  }

  private func sourceSection(at index: Int) -> GroupedSection {
    GroupedSection(key: index.sortBytes, id: target.first.sectionID(at: index))
  }

  /// Whether a section of the list was one of the source, which does not have it any more.
  private func isGone(_ section: SectionID?) -> Bool {
    guard definition.grouping.ofSource != nil, let section else { return false }
    return target.first.index(of: section) == nil
  }

  private func tie(of item: ItemID) throws(StorageError) -> ItemPath {
    if definition.ties == .identity { return definition.tie(byIdentityOf: item) }
    return try sourcePath(of: item)
  }

  private func sourcePath(of item: ItemID) throws(StorageError) -> ItemPath {
    guard let path = try target.path(of: item) else {
      throw StorageError(.corrupt, "a derived list shows \(item), which its source does not have")
    }
    return path
  }

  private mutating func sectionKey(
    at index: Int, _ draft: ListDraft<Model, Section>
  ) throws(StorageError) -> [UInt8] {
    try sectionKey(of: draft.state.sectionID(at: index), draft.source)
  }

  /// Returns where a section stands.
  ///
  /// - Parameter source: The list before the change.
  mutating func sectionKey(
    of id: SectionID?, _ source: ListSnapshot<Model, Section>
  ) throws(StorageError) -> [UInt8] {
    guard let id else { return [] }
    switch definition.grouping {
    case .none: return []
    case .source:
      // One that is gone is no section of the source.
      return target.first.index(of: id)?.sortBytes ?? []
    case .values(let values):
      return try keys.key(of: id) { () throws(StorageError) in
        guard let sourceIndex = source.state.index(of: id),
          let value = try source.sectionModel(at: sourceIndex)
        else { throw StorageError(.corrupt, "a derived list has a section without a value") }
        return values.key(value)
      }
    }
  }

  // MARK: Sections of the source

  /// Removes the sections that the source does not have any more, gives the others the order and the models that they
  /// have there.
  private mutating func followSections(
    _ sections: SourceSections<Section>, _ draft: inout ListDraft<Model, Section>
  ) throws {
    if change.touchesSections {
      for id in draft.state.sectionIDs where isGone(id) {
        guard let index = draft.state.index(of: id), draft.state.itemCount(inSection: index) == 0
        else { throw StorageError(.corrupt, "a derived list has items in \(id), which is gone") }
        try draft.remove(id)
        hasStep()
      }
      try reorderSections(&draft)
    }
    for id in change.updatedSections.sorted() where draft.state.index(of: id) != nil {
      try draft.update(id, try sections.models([id], target.first.revision, target.changes)[0])
      hasStep()
    }
  }

  /// Moves the fewest sections, so that all stand as in the source.
  private mutating func reorderSections(_ draft: inout ListDraft<Model, Section>) throws {
    let present = draft.state.sectionIDs
    let places = present.compactMap { target.first.index(of: $0) }
    let stay = Set(longestIncreasingSubsequence(of: places).map { present[$0] })
    if stay.count == present.count { return }
    var before: SectionID?
    for (_, id) in zip(places, present).sorted(by: { $0.0 < $1.0 }) {
      defer { before = id }
      if stay.contains(id) { continue }
      guard let from = draft.state.index(of: id) else { continue }
      let behind = before.flatMap(draft.state.index).map { $0 + 1 } ?? 0
      // A section that moves towards the end leaves a gap before its place.
      try draft.move(id, to: from < behind ? behind - 1 : behind)
      hasStep()
    }
  }

  /// Notes that the change has a step that is not a move.
  private mutating func hasStep() {
    isStep = true
    onlyMoves = false
  }

  /// Returns whether the item at a path stands before a place in its section.
  private mutating func isBefore(
    _ place: DerivedPlace, _ path: ItemPath, _ state: ListState
  ) throws(StorageError) -> Bool {
    guard let item = try state.itemID(at: path) else { return false }
    if definition.indexed == nil {
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
    if !definition.grouping.isGrouped {
      builder.insertSection(at: 0)
      (path, last) = (ItemPath(section: 0, item: 0), [])
    }
    var inserted: [GroupedSection] = []
    var fixed = fixedSections()[...]
    func insertSection(_ section: GroupedSection) throws(StorageError) {
      last = section.key
      path = ItemPath(section: path.section + 1, item: 0)
      builder.insertSection(at: path.section, try model(of: section))
      inserted.append(section)
    }
    keys.reserve(arrivals.count)
    for arrival in arrivals {
      if arrival.place.section != last {
        while let first = fixed.first, !arrival.place.section.precedes(first.key) {
          fixed.removeFirst()
          if first.key != arrival.place.section { try insertSection(first) }
        }
        try insertSection(sections[arrival.sectionIndex])
      }
      builder.insertItem(models[arrival.modelIndex], at: path)
      path.item += 1
      keys.write(arrival.kept, of: arrival.item)
    }
    for rest in fixed { try insertSection(rest) }
    if path.section < 0 { return }
    hasStep()
    let ids = inserted.compactMap { $0.id }
    let insertedIDs = try draft.insert(
      Changeset { $0 = builder }, as: arrivals.map { $0.item }, sections: ids.isEmpty ? nil : ids,
      unchanged: unchanged(arrivals[...]))
    if !ids.isEmpty { return }
    for (id, section) in zip(insertedIDs, inserted) { keys.write(section.key, of: id) }
  }

  /// Returns the items of some arrivals that were in the list with their models and keys.
  private func unchanged(_ arrivals: ArraySlice<DerivedArrival>) -> Set<ItemID> {
    var items: Set<ItemID> = []
    for arrival in arrivals where arrival.isUnchanged { items.insert(arrival.item) }
    return items
  }

  private func model(of section: GroupedSection) throws(StorageError) -> Section? {
    guard let id = section.id, let sections = definition.grouping.ofSource else {
      return section.value
    }
    return try sections.models([id], target.first.revision, target.changes)[0]
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
        section = try findSection(groupedSection(of: arrivals[start]), from: section, &draft)
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
        run.map { models[$0.modelIndex] }, as: run.map { $0.item }, unchanged: unchanged(run),
        at: ItemPath(section: section, item: item))
      for arrival in run { keys.write(arrival.kept, of: arrival.item) }
      item += run.count
      start = end
    }
  }

  private func groupedSection(of arrival: DerivedArrival) -> GroupedSection {
    definition.grouping.isGrouped ? sections[arrival.sectionIndex] : GroupedSection()
  }

  private mutating func position(
    of place: DerivedPlace, in section: Int, from start: Int, to end: Int, _ state: ListState
  ) throws(StorageError) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = low + (high - low) / 2
      try readProbes(of: low..<high, in: section, state)
      let probe = try firstInOrder(from: middle, to: high, in: section, state)
      if let probe, try isBefore(place, ItemPath(section: section, item: probe), state) {
        low = probe + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// The number of items among which a search reads ahead. They lie on a page or two, which it reads anyway.
  private static var readAheadItemCountMax: Int { 256 }

  /// The number of steps of a search whose keys are read at once.
  private static var readAheadStepCount: Int { 3 }

  /// Reads the keys that the next steps of a search among some items may ask for, if that of the first step is not in
  /// memory: one reading of seven rows takes less time than three of one row.
  ///
  ///     items    0 1 2 3 4 5 6 7 8
  ///     step 1           x
  ///     step 2       x         x
  ///     step 3     x   x     x   x
  private mutating func readProbes(
    of range: Range<Int>, in section: Int, _ state: ListState
  ) throws(StorageError) {
    if definition.indexed != nil || range.count > Self.readAheadItemCountMax { return }
    var ranges = [range]
    var items: [ItemID] = []
    for _ in 0..<Self.readAheadStepCount {
      var halves: [Range<Int>] = []
      for range in ranges where !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        if let item = try state.itemID(at: ItemPath(section: section, item: middle)) {
          if items.isEmpty, keys.isInMemory(item) { return }
          items.append(item)
        }
        halves += [range.lowerBound..<middle, middle + 1..<range.upperBound]
      }
      ranges = halves
    }
    try keys.readAhead(items, storage)
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

  /// Returns the index of a section, which is made if it is not there.
  private mutating func findSection(
    _ wanted: GroupedSection, from start: Int, _ draft: inout ListDraft<Model, Section>
  ) throws -> Int {
    guard definition.grouping.isGrouped else { return 0 }
    var (low, high) = (start, draft.state.sectionCount)
    while low < high {
      let middle = low + (high - low) / 2
      if try sectionKey(at: middle, draft).precedes(wanted.key) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    if low < draft.state.sectionCount, try sectionKey(at: low, draft) == wanted.key {
      return low
    }
    hasStep()
    let model = try model(of: wanted)
    if let id = wanted.id {
      try draft.insertSection(model, as: id, at: low)
    } else {
      keys.write(wanted.key, of: try draft.insertSection(model, at: low))
    }
    return low
  }

  private mutating func removeEmptySections(_ draft: inout ListDraft<Model, Section>) throws {
    if change.isRedefined, definition.grouping.isGrouped {
      leftSections.formUnion((0..<draft.state.sectionCount).compactMap(draft.state.sectionID))
    }
    for section in leftSections.sorted() {
      guard let index = draft.state.index(of: section),
        draft.state.itemCount(inSection: index) == 0
      else { continue }
      if try isFixed(at: index, draft) { continue }
      try draft.remove(section)
      hasStep()
    }
  }

  // MARK: Sections without items

  private mutating func isFixed(
    at index: Int, _ draft: ListDraft<Model, Section>
  ) throws(StorageError) -> Bool {
    switch definition.grouping {
    case .none: return true
    case .source(let sections): return sections.keepsEmpty
    case .values(let values):
      if values.fixed.isEmpty { return false }
      let key = try sectionKey(at: index, draft)
      return values.fixed.contains { $0.key == key }
    }
  }

  /// Returns the sections that are there without items as well, in their order.
  private func fixedSections() -> [GroupedSection] {
    switch definition.grouping {
    case .none: []
    case .values(let values): values.fixed.map { GroupedSection(key: $0.key, value: $0.value) }
    case .source(let sections):
      sections.keepsEmpty ? (0..<target.first.sectionCount).map(sourceSection) : []
    }
  }

  private mutating func insertFixedSections(_ draft: inout ListDraft<Model, Section>) throws {
    for section in fixedSections() { _ = try findSection(section, from: 0, &draft) }
  }
}
