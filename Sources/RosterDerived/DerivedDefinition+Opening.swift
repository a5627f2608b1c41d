internal import RosterConcurrency
public import RosterCore
public import RosterEngine

/// The lists between a derived list and its source.
struct ListsBehind<Model: Sendable, Section: Sendable>: Sendable {
  /// The whole list, if only some of it is shown.
  var all: DerivedList<Model, Section, Never>?
  /// All items by their values, if one of each is shown.
  var byValue: DerivedList<Model, DistinctValue, Never>?
  /// The index of words, if the list is searched.
  var texts: DerivedList<Model, Section, Never>?
}

extension DerivedDefinition {
  /// The definition by which the list follows what is directly behind it.
  func shown(_ behind: ListsBehind<Model, Section>) -> Self {
    if let all = behind.all { return shown(of: all.list) }
    if let byValue = behind.byValue { return firsts(of: byValue.list) }
    return behind.texts.map { found(in: $0.list) } ?? self
  }
}

extension DerivedDefinition {
  /// Returns the sources as notes name them.
  ///
  /// - Throws: `failed` if one of them lies in no store.
  private func sourceLists() throws(StorageError) -> [NotedList] {
    try sources.map { (source) throws(StorageError) in
      guard let list = try source.noted() else {
        throw StorageError(
          .failed, "the source of the derived list \(name.inQuotes) lies in no store")
      }
      return list
    }
  }

  func hasSameSources(as other: Self) -> Bool {
    sources.count == other.sources.count && (slots == nil) == (other.slots == nil)
      && zip(sources, other.sources).allSatisfy { ListAddress.isSame($0.address, $1.address) }
  }

  /// Opens the list.
  ///
  /// The first opening reads all items of the source, as does the first one by a changed definition, which may do so in the
  /// background (``rebuiltInBackground()``). Later ones take up what the source has changed since.
  ///
  /// - Parameter configuration: The limits of the list; those of a new list, shared if the source is.
  /// - Throws: `failed` if a source lies in no store, or in another one than the first, or a list of the name is there that
  ///   is not derived from it; `inUse`, also if the list is open in this process by another definition; `busy`; what
  ///   reading the source throws.
  /// - Complexity: O(*n* log *n*) for *n* items of the source the first time; O(*k* log *m*) for *k* items that were
  ///   changed since.
  public func open(
    configuration: DataSourceConfiguration? = nil
  ) throws -> DerivedList<Model, Section, Never> {
    try open { (stored, codec, sectionCodec) throws(StorageError) in
      try ListDataSource(
        storage: stored, codec: codec, sectionCodec: sectionCodec, configuration: configuration)
    }
  }

  /// Opens the list with outputs.
  ///
  /// See ``open(configuration:)``.
  ///
  /// - Parameters:
  ///   - configuration: The limits of the list.
  ///   - generate: Makes the output for an item. It is called on several threads at once.
  public func open<Output>(
    configuration: DataSourceConfiguration? = nil,
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws -> DerivedList<Model, Section, Output> {
    try open { (stored, codec, sectionCodec) throws(StorageError) in
      try ListDataSource(
        storage: stored, codec: codec, sectionCodec: sectionCodec, configuration: configuration,
        generate: generate)
    }
  }

  /// Opens the list as a closure makes a data source, such as one with components.
  ///
  ///     let rows = try definition.open { stored, codec, sectionCodec in
  ///       try ListDataSource(storage: stored, codec: codec, sectionCodec: sectionCodec) { message, _ in
  ///         Row(text: message.text)
  ///       }
  ///     }
  ///
  /// See ``open(configuration:)``.
  ///
  /// - Parameter make: Opens a data source of the stored list, with the two codecs.
  public func open<Output>(
    making make: (
      _ stored: any StoredList, _ codec: any ModelCodec<Model>,
      _ sectionCodec: any ModelCodec<Section>
    ) throws -> ListDataSource<Model, Section, Output>
  ) throws -> DerivedList<Model, Section, Output> {
    guard hasOwnName else {
      throw StorageError(
        .failed,
        "the name \(name.inQuotes) is one of a list that Roster keeps behind a limit, a search or distinct values"
      )
    }
    try validate()
    var definition = self
    if !isBehind { try definition.nameSources() }
    try definition.validateName()
    if try definition.isRebuiltInBackground && !definition.canReadFormer() {
      definition.waitForRebuilding()
    }
    var behind = ListsBehind<Model, Section>()
    behind.all = try definition.all?.open()
    behind.byValue = try definition.byValue?.open()
    behind.texts = try definition.index?.open()
    let list = try definition.shown(behind).open(over: behind, definition, making: make)
    if !isBehind { try definition.forgetOthers() }
    return list
  }

  /// Verifies that the parts of the definition fit together and its sources: sections of a list are those of the source.
  func validate() throws(StorageError) {
    if isBehind { return }
    try validateDistinct()
    try validateTogether()
    if let sections = grouping.ofSource,
      slots != nil || !ListAddress.isSame(sections.address, sources[0].address)
    {
      throw StorageError(
        .failed,
        "the list \(name.inQuotes) cannot have the sections of a list that is not its only source")
    }
    if let count = grouping.sourceCount, count != sources.count {
      throw StorageError(
        .failed, "the list \(name.inQuotes) has \(count) sections for \(sources.count) sources")
    }
  }

  /// Verifies that the list can be changed in the transactions of its source, if it is to be.
  private func validateTogether() throws(StorageError) {
    guard isTogether else { return }
    let reason: String? =
      if slots != nil {
        "it has several sources, which commit for themselves"
      } else if search != nil {
        "it is searched, and the index of words is that of committed texts"
      } else if !sources[0].isBeside {
        "it is kept in another store than its source"
      } else {
        nil
      }
    if let reason {
      throw StorageError(
        .failed,
        "the list \(name.inQuotes) cannot be kept together with its source: \(reason); leave out together()"
      )
    }
  }

  /// Gives several sources the slots that they had, as the newest revisions of the list and of those behind it say, and new
  /// ones to others.
  ///
  /// - Throws: `failed` if the sources cannot be shown together, or the list shows a single source already.
  private mutating func nameSources() throws {
    let store = sources[0].address?.store
    var known: [NotedList] = []
    for list in [name] + namesBehind {
      guard let stored = try sources[0].keeper?.storedList(named: list, create: false)
      else { continue }
      let storage = DerivedStorage(stored.access.storage, of: [])
      guard let note = try storage.noted(at: storage.storedRevision())?.note,
        note.isOfSeveral || !namesBehind.contains(note.sources[0].list.name)
      else { continue }
      guard note.isOfSeveral == (slots != nil) else {
        throw StorageError(
          .failed,
          "the list \(name.inQuotes) is there already, and \(note.isOfSeveral ? "has several sources" : "has one source"); "
            + "give this one another name, or remove that list")
      }
      if note.isOfSeveral, note.sources.count > known.count {
        known = try note.sources.map { (source) throws(StorageError) in
          try numbered(source, in: store)
        }
      }
    }
    guard slots != nil else { return }
    var slots = SourceSlots(lists: known)
    for (source, list) in zip(sources, try sourceLists()) {
      guard source.address?.store === store else {
        throw StorageError(
          .failed,
          "the list \(name.inQuotes) cannot show lists of several stores; open all of them with one store"
        )
      }
      // Copies have no numbers. Of several with one name, the last one is the newest.
      var slot = slots.lists.lastIndex { $0.isSame(as: list) }
      if slot == nil, slots.lists.count < SourceSlot.countMax {
        slot = slots.lists.count
        slots.lists.append(list)
      }
      guard let slot else {
        throw StorageError(
          .failed,
          "the list \(name.inQuotes) has had \(SourceSlot.countMax) sources already; remove it, and open it again"
        )
      }
      guard !slots.order.contains(slot) else {
        throw StorageError(
          .failed, "the list \(name.inQuotes) cannot show \(list.name.inQuotes) twice")
      }
      slots.lists[slot] = list
      slots.order.append(slot)
    }
    self.name(slots)
  }

  /// Returns a source with the number of the list that has its name, if the note has no number and shows the source: a list
  /// that takes the name later counts as a new source.
  private func numbered(
    _ source: DerivedNote.Source, in store: (any JointStorage)?
  ) throws(StorageError) -> NotedList {
    var list = source.list
    if list.number == nil, source.basis != nil {
      list.number = try store?.storedList(named: list.name, create: false)?.access.storage.address?
        .number
    }
    return list
  }

  /// Verifies that a list of the name is derived from the source, and not open in this process by another definition,
  /// before the lists between them are made.
  private func validateName() throws {
    guard let storage = try stored() else { return }
    _ = try head(of: storage.derived, derivedFrom: sourceLists().map(\.name), orBy: self)
    if !isBehind { try storage.access.requireDefinition(text.description) }
  }

  /// Returns the list as it is in the store; `nil` if it is not there.
  private func stored() throws -> (derived: DerivedStorage, access: StoredListAccess)? {
    try sources[0].keeper?.storedList(named: name, create: false).map {
      (DerivedStorage($0.access.storage, of: []), $0.access)
    }
  }

  /// Whether what the list shows can be read until it is made anew: its sections are of the kind that it had, and the list
  /// directly behind it, or its sources, are those of the definition that has made it, and have the revisions that it shows.
  ///
  /// - Parameter revision: A revision that another list shows; `nil` for the newest one.
  private func canReadFormer(at revision: Revision? = nil) throws -> Bool {
    guard let (storage, access) = try stored() else { return false }
    let head = try storage.storedRevision()
    guard let note = try storage.noted(at: revision ?? head)?.note else { return false }
    // The models of its sections are of another type, or lie elsewhere.
    if text.hasOtherSections(than: DefinitionText(note.definition)) { return false }
    /// Returns which revision of a list is shown; `nil` if none is.
    func basis(of list: NotedList, _ stored: (any ListStorage)?) throws -> Revision? {
      guard let stored, let basis = note.shown.first(where: { $0.list.isSame(as: list) })?.basis
      else { return nil }
      let isNewest = revision ?? head == head && !access.isShared
      return try max(basis, (isNewest ? DerivedStorage.told(stored, by: name) : nil) ?? basis)
    }
    func canRead<Value>(behind list: DerivedDefinition<Model, Value>) throws -> Bool {
      let storage = try list.stored()?.access.storage
      let noted = NotedList(name: list.name, number: storage?.address?.number)
      return try basis(of: noted, storage).map {
        try note.shown.count == 1 && list.canReadFormer(at: $0)
      } ?? false
    }
    if let all { return try canRead(behind: all) }
    if let byValue { return try canRead(behind: byValue) }
    if let index { return try canRead(behind: index) }
    let lists = try sourceLists()
    return try note.shown.count == lists.count
      && zip(sources, lists).allSatisfy { source, list in
        guard let basis = try basis(of: list, source.storage) else { return false }
        guard let journal = source.storage as? any JournalStorage else { return true }
        // A source that was restored from an earlier copy does not have it yet.
        return try journal.oldestRevision() <= basis && basis <= journal.storedRevision()
      }
  }

  /// Returns the last revision of the stored list.
  ///
  /// - Parameters:
  ///   - sourceNames: The names of the sources, from which the list may have been derived.
  ///   - definition: What the application has given, from whose sources it may have been derived as well.
  /// - Throws: `failed` if the list has revisions and is derived from none of them.
  private func head(
    of storage: DerivedStorage, derivedFrom sourceNames: [String], orBy definition: Self
  ) throws -> Revision {
    let head = try storage.storedRevision()
    // A salvage may have lost the notes of a derived list. It is made anew then, as by a definition with another limit or
    // search.
    let isDerived: Bool
    if let note = try storage.noted(at: head)?.note {
      // One of several sources may have had others.
      let names = try sourceNames + definition.sourceLists().map(\.name) + namesBehind
      isDerived =
        note.isOfSeveral ? definition.slots != nil : names.contains(note.sources[0].list.name)
    } else {
      isDerived = try storage.subscribers().areOfDerivedList
    }
    guard head == 0 || isDerived else {
      throw StorageError(
        .failed,
        "the list \(name.inQuotes) is there already, and is not derived from \(sourceNames.map(\.inQuotes).joined(separator: ", "))"
      )
    }
    return head
  }

  /// Has the sources keep their journals no more for lists of an earlier definition, which had another limit or search, or
  /// other sources.
  private func forgetOthers() throws(StorageError) {
    guard sources[0].isBeside else { return }
    let names = ([name] + namesBehind).map(JournalSubscriber.derived)
    let follower = JournalSubscriber.derived(followerName)
    func forget(_ others: [String], _ source: (any ListStorage)?) throws(StorageError) {
      guard let journal = source as? any JournalStorage else { return }
      for subscriber in try journal.subscribers() where others.contains(subscriber.name) {
        try journal.removeSubscriber(subscriber.name)
      }
    }
    for source in sources { try forget(names.filter { $0 != follower }, source.storage) }
    guard let slots, let store = sources[0].address?.store else { return }
    for (slot, list) in slots.lists.enumerated() where !slots.order.contains(slot) {
      let stored = try store.storedList(named: list.name, create: false)?.access.storage
      guard let stored else { continue }
      // Another list may have the name of one that was removed, and be a source itself.
      let named = NotedList(name: list.name, number: stored.address?.number)
      let isSource = sources.contains { ListAddress.isSame($0.address, stored.address) }
      if named.isSame(as: list), !isSource { try forget(names, stored) }
    }
  }

  private func open<Output>(
    over behind: ListsBehind<Model, Section>, _ definition: Self,
    making make: (
      _ stored: any StoredList, _ codec: any ModelCodec<Model>,
      _ sectionCodec: any ModelCodec<Section>
    ) throws -> ListDataSource<Model, Section, Output>
  ) throws -> DerivedList<Model, Section, Output> {
    if indexed != nil {
      guard let index = sources[0].storage.searchable else {
        throw StorageError.notSearchable(name)
      }
      // Before anything is made, in case that there is no FTS5.
      _ = try index.matches(of: ["a"], by: .prefix, in: ["a"])
    }
    let lists = try sourceLists()
    let names = lists.map(\.name)
    guard let stored = try sources[0].keeper?.storedList(named: name, create: true) else {
      throw StorageError(.failed, "the list \(name.inQuotes) can be kept in no store")
    }
    let storage = DerivedStorage(
      stored.access.storage,
      of: zip(sources, lists).map {
        DerivedStorage.Source(storage: $0.storage, list: $1, slot: $0.slot)
      })
    let head = try self.head(of: storage, derivedFrom: names, orBy: definition)
    let isShared = stored.access.isShared || sources.contains(where: \.isShared)
    // What one process has followed without a revision, another one may not have.
    if !isShared {
      storage.advance(head, to: try sources.map { try DerivedStorage.told($0.storage, by: name) })
    }
    if let indexed { try storage.searchable?.indexTexts(for: indexed.matching) }
    let list = try make(
      DerivedStoredList(
        access: StoredListAccess(
          storage, isShared: isShared, identity: stored.access.identity,
          // Those behind it follow the definition of the list that is shown.
          definition: isBehind ? nil : definition.text.description)),
      ItemModelCodec(decoding: decode), definition.grouping.codec)
    list.runner.source.withLock {
      $0 =
        "the list\(names.count == 1 ? "" : "s") \(names.map(\.inQuotesUnlessPlain).joined(separator: ", "))"
    }
    // Before its first revision: a process that ends behind that leaves a list which readers know to have no models.
    if try !storage.subscribers().areOfDerivedList {
      try list.acknowledge(by: JournalSubscriber.derived)
    }
    let following = DerivedFollowing(self, list, storage, of: lists) { version in
      behind.all?.isRebuilding(for: version) ?? behind.byValue?.isRebuilding(for: version)
        ?? behind.texts?.isRebuilding(for: version) ?? false
    }
    list.keep(following)
    following.begin()
    if try following.canBeRebuiltInBackground() {
      try following.acknowledge()
      following.beginTogether()
      following.queue()
    } else {
      following.waitForRebuilding()
      try following.bringUpToDateNow()
      try following.acknowledge()
      following.beginTogether()
      // What the source has committed in between.
      if isTogether { try following.bringUpToDateNow() }
    }
    return DerivedList(list, storage, following, behind, definition)
  }
}
