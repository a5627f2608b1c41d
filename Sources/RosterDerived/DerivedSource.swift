internal import RosterCore
internal import RosterEngine

/// How a list that shows several others names their items: each source has a number, its slot.
///
/// Identities are kept in files, so this must never change. Lists keep their items in chunks by number, so whole chunks of
/// a source stay together:
///
///     slot 0    1 … 63    64 … 127        1 … 63      4096 … 4159
///     slot 1    1 … 63    64 … 127       65 … 127     4160 … 4223
enum SourceSlot {
  /// The number of sources that a list can have.
  static var countMax: Int { 64 }

  /// The number of items of a source that stay together.
  private static var chunkWidth: Int { 64 }

  /// Returns the identity of an item of a source.
  static func item(_ item: ItemID, in slot: Int) -> ItemID {
    let (chunk, offset) = item.rawValue.quotientAndRemainder(dividingBy: chunkWidth)
    return ItemID(rawValue: (chunk * countMax + slot) * chunkWidth + offset)
  }

  /// Returns which item of which source has an identity.
  static func split(_ item: ItemID) -> (slot: Int, item: ItemID) {
    let (row, offset) = item.rawValue.quotientAndRemainder(dividingBy: chunkWidth)
    let (chunk, slot) = row.quotientAndRemainder(dividingBy: countMax)
    return (slot, ItemID(rawValue: chunk * chunkWidth + offset))
  }
}

/// The slots of a list that shows several others.
struct SourceSlots: Equatable, Sendable {
  /// All sources that the list ever had, by slot. No slot is given twice, so that no item is taken for one of a source
  /// that is gone.
  var lists: [NotedList] = []
  /// The slots of the sources that it has, in their order.
  var order: [Int] = []
}

/// One of the lists that a derived list shows.
struct DerivedSource<Model: Sendable>: Sendable {
  /// The source at one revision.
  struct Snapshot: Sendable {
    var state: ListState
    var models: @Sendable ([ItemID]) throws(StorageError) -> [Model]
  }

  /// The number of models that a reading keeps in memory at most. What is read of all items would displace everything else,
  /// and itself.
  private static var keptModelCountMax: Int { 512 }

  /// By what its items are told from those of other sources; `nil` if the derived list shows no other.
  var slot: Int?
  let storage: any ListStorage
  let address: ListAddress?
  /// Where a list that shows it is kept: its own store, or another one; `nil` if it lies in none.
  private(set) var keeper: (any JointStorage)?
  let isShared: Bool
  /// Applies what other processes have committed to the source, if it is shared.
  private(set) var catchUp: @Sendable () throws(StorageError) -> Void
  /// Waits until the source has published what it has committed, and applies what others have, if it is shared.
  private(set) var settle: @Sendable () throws(StorageError) -> Void
  let decode: @Sendable (StoredValue, ItemID) throws -> Model
  /// Returns the source as it was last published, or as it will be when it has committed some changes.
  private(set) var snapshot: @Sendable (UncommittedChanges?) -> Snapshot
  /// Has the source call a dependent.
  private(set) var add: @Sendable (any ListDependent) -> Void
  /// Has a list kept together with the source.
  let addCompanion: @Sendable (any Companion) -> Void
  /// Keeps a list together with the source no more.
  let removeCompanion: @Sendable (any Companion) -> Void
  /// Has the source keep its journal for a subscriber after a revision.
  private(set) var acknowledge: @Sendable (Revision, String) throws(StorageError) -> Void
  /// Changes the model of an item, and moves it.
  var change:
    @Sendable (
      _ item: ItemID, _ edit: (@Sendable (inout Model) -> Void)?, _ place: SourcePlace?
    ) async throws -> Void

  init<SectionModel, Output>(_ list: ListDataSource<Model, SectionModel, Output>) {
    storage = list.reader.storage
    address = list.address
    keeper = list.address?.store
    isShared = list.isShared
    catchUp = { () throws(StorageError) in if list.isShared { try list.catchUp() } }
    settle = { () throws(StorageError) in try list.catchUp() }
    decode = list.reader.models.decoding
    snapshot = { changes in
      let snapshot = list.snapshot
      guard let changes else {
        return Snapshot(state: snapshot.state) { (items) throws(StorageError) in
          try snapshot.models(of: items, keepsInMemory: items.count <= Self.keptModelCountMax)
        }
      }
      let written = changes.models(of: list)
      return Snapshot(state: changes.group.target) { (items) throws(StorageError) in
        var others = try snapshot.models(of: items.filter { written[$0] == nil }).makeIterator()
        return items.compactMap { written[$0] ?? others.next() }
      }
    }
    add = { list.add($0) }
    addCompanion = { list.add($0) }
    removeCompanion = { list.remove($0) }
    acknowledge = { (revision, name) throws(StorageError) in
      _ = try list.acknowledge(revision, by: name)
    }
    change = { item, edit, place in
      try await list.change { _, draft in
        if let edit { try draft.update(item) { edit(&$0) } }
        try place?.move(item, in: &draft)
      }
    }
  }

  private init<Source>(
    _ source: DerivedSource<Source>, _ model: @escaping @Sendable (Source) -> Model
  ) {
    storage = source.storage
    address = source.address
    keeper = source.keeper
    isShared = source.isShared
    catchUp = source.catchUp
    settle = source.settle
    decode = { model(try source.decode($0, $1)) }
    snapshot = { changes in
      let snapshot = source.snapshot(changes)
      return Snapshot(state: snapshot.state) { (items) throws(StorageError) in
        try snapshot.models(items).map(model)
      }
    }
    add = source.add
    addCompanion = source.addCompanion
    removeCompanion = source.removeCompanion
    acknowledge = source.acknowledge
    change = { item, edit, place in
      if edit != nil {
        throw StorageError(
          .failed, "the list shows other models than its source; change \(item) there")
      }
      try await source.change(item, nil, place)
    }
  }

  /// Returns the source with other models.
  func mapped<Other>(_ model: @escaping @Sendable (Model) -> Other) -> DerivedSource<Other> {
    DerivedSource<Other>(self, model)
  }

  /// Returns the source for a list that is kept in another store. The source keeps no journal for it.
  func kept(in store: any JointStorage) -> Self {
    var source = self
    source.keeper = store
    source.acknowledge = { (_, _) throws(StorageError) in }
    return source
  }

  /// Returns the source as it was at a revision: it changes no more.
  func fixed(at snapshot: Snapshot) -> Self {
    var source = self
    source.snapshot = { _ in snapshot }
    source.catchUp = { () throws(StorageError) in }
    source.settle = { () throws(StorageError) in }
    source.add = { _ in }
    return source
  }

  /// Whether a list that shows it is kept beside it.
  var isBeside: Bool { keeper === address?.store }

  /// The revision of the source in storage.
  func storedRevision() throws(StorageError) -> Revision {
    try (storage as? any JournalStorage)?.storedRevision() ?? snapshot(nil).state.revision
  }

  /// The list as notes name it; `nil` if it lies in no store.
  func noted() throws(StorageError) -> NotedList? {
    guard let address, let name = try address.store.name(ofList: address.number) else { return nil }
    return NotedList(name: name, number: address.number)
  }

  /// Returns the identity that an item of the source has in the derived list.
  func identity(of item: ItemID) -> ItemID {
    slot.map { SourceSlot.item(item, in: $0) } ?? item
  }

  /// Returns the item of the source that has an identity in the derived list; `nil` if it is one of another source.
  func item(_ identity: ItemID) -> ItemID? {
    guard let slot else { return identity }
    let found = SourceSlot.split(identity)
    return found.slot == slot ? found.item : nil
  }
}

/// Where the items of a source stand at one revision. An item is looked for among these, without a copy of what has
/// closures of models.
private struct SourceState {
  /// The slot of the source.
  let slot: Int?
  var state: ListState
}

/// The sources of a derived list, each at one revision, as one list: the items of one behind those of another.
struct SourcesSnapshot<Model: Sendable>: Sendable {
  private let sources: [DerivedSource<Model>]
  private var states: [SourceState]
  /// Returns the models of each source.
  private var readers: [@Sendable ([ItemID]) throws(StorageError) -> [Model]]
  /// What the first source is about to commit; `nil` if all are as they were last published.
  let changes: UncommittedChanges?

  /// - Parameter changes: What is about to be committed to the source, if there is one.
  init(_ sources: [DerivedSource<Model>], with changes: UncommittedChanges? = nil) {
    self.sources = sources
    self.changes = changes
    states = []
    readers = []
    for source in sources {
      let snapshot = source.snapshot(changes)
      states.append(SourceState(slot: source.slot, state: snapshot.state))
      readers.append(snapshot.models)
    }
  }

  /// Takes the newest revision of a source.
  mutating func renew(_ index: Int) {
    let snapshot = sources[index].snapshot(nil)
    (states[index].state, readers[index]) = (snapshot.state, snapshot.models)
  }

  /// The revision of each source.
  var revisions: [Revision] { states.map { $0.state.revision } }

  /// The first source, which is all if there is no other.
  var first: ListState { states[0].state }

  /// Verifies that all items have identities that a list can give.
  ///
  /// - Throws: `full`.
  func validateIdentities() throws(StorageError) {
    for shown in states {
      guard let slot = shown.slot else { continue }
      let last = ItemID(rawValue: shown.state.nextIdentifiers.item)
      var next = NextIdentifiers()
      next.item = SourceSlot.item(last, in: slot).rawValue + 1
      guard next.isPossible else {
        throw StorageError(.full, "a source has too many items to be shown beside others")
      }
    }
  }

  private func find(_ identity: ItemID) -> (index: Int, item: ItemID)? {
    for index in states.indices {
      guard let slot = states[index].slot else { return (index, identity) }
      let found = SourceSlot.split(identity)
      if found.slot == slot { return (index, found.item) }
    }
    return nil
  }

  func contains(_ identity: ItemID) throws(StorageError) -> Bool {
    guard let (index, item) = find(identity) else { return false }
    return try states[index].state.contains(item)
  }

  /// Returns where an item stands among those of all sources.
  func path(of identity: ItemID) throws(StorageError) -> ItemPath? {
    guard let (index, item) = find(identity), var path = try states[index].state.path(of: item)
    else { return nil }
    path.section += states[..<index].reduce(0) { $0 + $1.state.sectionCount }
    return path
  }

  /// Returns the models of items that are there, in order.
  func models(_ identities: [ItemID]) throws(StorageError) -> [Model] {
    if sources.count == 1 {
      guard states[0].slot != nil else { return try readers[0](identities) }
      return try readers[0](identities.compactMap(sources[0].item))
    }
    var found = [Model?](repeating: nil, count: identities.count)
    for (source, read) in zip(sources, readers) {
      let items = identities.map(source.item)
      let indices = items.indices.filter { items[$0] != nil }
      if indices.isEmpty { continue }
      for (index, model) in zip(indices, try read(items.compactMap({ $0 }))) {
        found[index] = model
      }
    }
    return found.compactMap { $0 }
  }

  /// Returns the items of all sections.
  func items() throws(StorageError) -> Set<ItemID> {
    var items = Set<ItemID>(minimumCapacity: itemCount)
    for shown in states {
      for section in 0..<shown.state.sectionCount {
        for item in try shown.state.itemIDs(inSection: section) {
          items.insert(shown.slot.map { SourceSlot.item(item, in: $0) } ?? item)
        }
      }
    }
    return items
  }

  /// Calls a closure for each section, with the number of its items, and what returns the items of a range of it.
  func forEachSection(
    _ body: (
      _ itemCount: Int, _ items: (Range<Int>) throws(StorageError) -> [ItemID]
    ) throws(StorageError) -> Void
  ) throws(StorageError) {
    for (source, state) in zip(sources, states.map { $0.state }) {
      for section in 0..<state.sectionCount {
        try body(state.itemCount(inSection: section)) { (range) throws(StorageError) in
          try state.itemIDs(inSection: section, range).map(source.identity)
        }
      }
    }
  }

  var itemCount: Int { states.reduce(0) { $0 + $1.state.itemCount } }

  /// The number of items of each section, of all sources.
  var itemCounts: [Int] {
    states.flatMap { shown in
      (0..<shown.state.sectionCount).map { shown.state.itemCount(inSection: $0) }
    }
  }

  /// Returns the items of a range of a section, counted in all sources.
  func items(inSection section: Int, _ range: Range<Int>) throws(StorageError) -> [ItemID] {
    var section = section
    for (source, state) in zip(sources, states.map { $0.state }) {
      if section < state.sectionCount {
        return try state.itemIDs(inSection: section, range).map(source.identity)
      }
      section -= state.sectionCount
    }
    return []
  }
}

/// Where an item is moved in a source.
struct SourcePlace: Sendable {
  /// The section; `nil` if that of the item which it comes beside.
  var section: SectionID?
  /// The item that it comes directly behind; or else the one that it comes before.
  var before, after: ItemID?

  /// Returns the place among the items of a source. Where items of others stand says nothing.
  func `in`<Model>(_ source: DerivedSource<Model>) -> Self {
    SourcePlace(
      section: section, before: before.flatMap(source.item), after: after.flatMap(source.item))
  }

  /// Moves an item.
  ///
  /// The items beside it may stand elsewhere in the source, as one that is held does. Then it comes to the end of the
  /// section.
  func move<Model, Section>(
    _ item: ItemID, in draft: inout ListDraft<Model, Section>
  ) throws {
    var index: Int?
    if let section {
      guard let found = draft.state.index(of: section) else {
        throw DataSourceError.noSuchSection(.id(section))
      }
      index = found
    }
    func stands(_ other: ItemID?) throws -> ItemID? {
      guard let other, let path = try draft.state.path(of: other) else { return nil }
      return index.map { $0 == path.section } ?? true ? other : nil
    }
    if let before = try stands(before) {
      try draft.move(item, after: before)
    } else if let after = try stands(after) {
      try draft.move(item, before: after)
    } else if let index, try draft.state.path(of: item)?.section != index {
      let end = draft.state.itemCount(inSection: index)
      try draft.move(item, to: ItemPath(section: index, item: end))
    } else if index == nil, let neighbour = before ?? after {
      throw DataSourceError.noSuchItem(.id(neighbour))
    }
  }
}
