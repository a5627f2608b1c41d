internal import RosterConcurrency
public import RosterCore
public import RosterEngine
internal import RosterRows

/// A list that shows another one filtered, sorted or grouped.
///
///     let unread = try inbox.derived("unread", version: "1").where { !$0.isRead }.open()
///     for try await batch in try unread.list.batches() { show(batch) }
///
/// It is a list like any other: with snapshots, batches with moves, subscribers that catch up, components and their
/// states. It is kept in the store of its source, in its order, so opening it reads what the source has changed since and
/// nothing else. A change of the source costs O(*k* log *m*) for the *k* items that it touches, in a transaction of its
/// own right behind that of the source.
///
/// An item has the identity that it has in the source, and is changed there:
///
///     try await inbox.change { _, change in try change.update(item) { $0.isRead = true } }
///
/// The list itself refuses changes (`keptUp`). It follows for as long as this or the list is kept.
public final class DerivedList<Model: Sendable, Section: Sendable, Output: Sendable>:
  Sendable
{
  /// The list.
  public let list: ListDataSource<Model, Section, Output>

  private let storage: DerivedStorage
  private let following: DerivedFollowing<Model, Section, Output>
  /// What stands between the list and its source.
  private let behind: ListsBehind<Model, Section>
  /// The definition that the application has given.
  private let definition: Guarded<DerivedDefinition<Model, Section>>

  fileprivate init(
    _ list: ListDataSource<Model, Section, Output>, _ storage: DerivedStorage,
    _ following: DerivedFollowing<Model, Section, Output>,
    _ behind: ListsBehind<Model, Section>, _ definition: DerivedDefinition<Model, Section>
  ) {
    self.list = list
    self.storage = storage
    self.following = following
    self.behind = behind
    self.definition = Guarded(definition)
  }

  private var all: DerivedList<Model, Section, Never>? { behind.all }

  /// Returns the revision of the source that a snapshot of the list shows.
  ///
  /// - Throws: `StorageError`; `compacted` if the journal of the list does not say so any more.
  public func basis(
    of snapshot: ListSnapshot<Model, Section>
  ) throws(StorageError) -> Revision {
    try basis(at: snapshot.revision)
  }

  private func basis(at revision: Revision) throws(StorageError) -> Revision {
    guard let basis = try storage.basis(at: revision) else {
      throw StorageError(
        .compacted, "the journal does not say any more what revision \(revision) shows")
    }
    if let all { return try all.basis(at: basis) }
    if let texts = behind.texts { return try texts.basis(at: basis) }
    return basis
  }

  /// Returns once the list shows everything that the source had published before.
  ///
  /// - Throws: Why it cannot be brought up to date: a model of the source that cannot be read say.
  public func bringUpToDate() async throws {
    try await all?.bringUpToDate()
    try await behind.texts?.bringUpToDate()
    try await following.bringUpToDate()
  }

  /// Searches for another text: one batch, in which what both texts find keeps its identity and its states.
  ///
  ///     let found = try inbox.derived("found", version: "1").search("") { [$0.title, $0.notes] }.open()
  ///     try await found.search("lunch")
  ///
  /// Of several calls that wait, the last one counts.
  ///
  /// - Parameter text: As in ``DerivedDefinition/search(_:in:)``.
  /// - Throws: `failed` if the list was not opened with a search; as ``bringUpToDate()``.
  /// - Complexity: O(*f* + *k* log *m*) for the *f* items that have the words, of which the list has *m*, and the *k* of
  ///   them that come or go.
  public func search(_ text: String) async throws {
    try define { definition throws(StorageError) in
      guard definition.search != nil else {
        throw StorageError(
          .failed,
          "the list \"\(definition.name)\" has no texts to search in; open it with a search")
      }
      definition.search?.text = text
    }
    try await bringUpToDate()
  }

  /// Returns where a model has what is searched for, to show it in bold: ranges of whole words, for each of its texts.
  ///
  /// - Returns: Nothing if nothing is searched for, or the model has not all of the words.
  /// - Throws: `failed` if SQLite has no FTS5.
  /// - Complexity: O(length of the texts).
  public func matches(in model: Model) throws(StorageError) -> [[Range<String.Index>]] {
    if let all { return try all.matches(in: model) }
    guard let search = definition.withLock({ $0.search }), !search.words.isEmpty,
      let index = behind.texts?.storage.searchable
    else { return [] }
    let texts = search.texts(model)
    let joined = String(decoding: IndexedTexts.joined(texts), as: UTF8.self)
    guard let ranges = try index.ranges(of: search.words, in: [joined])[0] else { return [] }
    return IndexedTexts.split(ranges, among: texts)
  }

  /// Shows the source by another definition, as for a filter that has changed: one batch, in which what is shown before and
  /// after keeps its identity and its states.
  ///
  ///     try await shown.redefine(
  ///       inbox.derived("shown", version: "1 \(tag)").where { $0.tags.contains(tag) })
  ///
  /// Of several calls that wait, the last one counts.
  ///
  /// - Parameter definition: A definition for the same source. It makes a difference if its version or its operators are
  ///   others.
  /// - Throws: `failed` if the definition has another source or name, or a limit, search or sections of the source
  ///   where the list was opened without; as ``bringUpToDate()``.
  /// - Complexity: O(*n*) for *n* items of the source, and O(*k* log *m*) for the *k* of them that come, go or move.
  public func redefine(_ definition: DerivedDefinition<Model, Section>) async throws {
    try define { (former) throws(StorageError) in
      guard definition.name == former.name,
        ListAddress.isSame(definition.source.address, former.source.address)
      else {
        throw StorageError(
          .failed,
          "the list \"\(former.name)\" cannot show another source, or have another name")
      }
      guard (definition.all == nil) == (former.all == nil),
        (definition.search == nil) == (former.search == nil),
        (definition.grouping.ofSource == nil) == (former.grouping.ofSource == nil)
      else {
        throw StorageError(
          .failed,
          "the list \"\(former.name)\" was opened with another kind of limit, search or sections; close it, and open it "
            + "with the new definition")
      }
      try definition.validateSections()
      former = definition
    }
    try await bringUpToDate()
  }

  /// Has the list and those behind it follow by another definition. Of several that are given at once, all follow by the
  /// same one.
  ///
  /// - Parameter edit: Changes the definition.
  private func define(
    _ edit: (inout DerivedDefinition<Model, Section>) throws(StorageError) -> Void
  ) throws(StorageError) {
    try definition.withLock { (definition) throws(StorageError) in
      try edit(&definition)
      // First what is shown, so that it follows what is behind it in the new way.
      following.define(definition.shown(behind))
      if let all = definition.all {
        try behind.all?.define { (whole) throws(StorageError) in whole = all }
      }
      if let index = definition.index {
        try behind.texts?.define { (texts) throws(StorageError) in texts = index }
      }
    }
  }

  /// Moves an item, as by a drag: changes its model in the source so that it stands at another place.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - targetPath: Where it is to stand in the list, with it there.
  /// - Returns: Where it stands when the list has followed: somewhere else if its new model has another key, `nil` if it is
  ///   not shown any more.
  /// - Throws: `noSuchItem`; `failed` if the definition does not say what such a move does to a model
  ///   (``DerivedDefinition/assigning(section:between:)``); `keptUp` if the source is a derived list or a table, whose items are
  ///   changed where they come from; what changing the source throws.
  @discardableResult
  public func move(_ item: ItemID, to targetPath: ItemPath) async throws -> ItemPath? {
    let (snapshot, definition) = (list.snapshot, following.definition)
    guard let sourcePath = try snapshot.state.path(of: item) else {
      throw DataSourceError.noSuchItem(.id(item))
    }
    func neighbour(_ distance: Int) throws -> ItemID? {
      var path = targetPath
      path.item += distance
      // The item itself closes the gap that it leaves.
      if path.section == sourcePath.section, path.item >= sourcePath.item { path.item += 1 }
      return path.item < 0 ? nil : try snapshot.state.itemID(at: path)
    }
    let (before, after) = (try neighbour(-1), try neighbour(0))
    let models = try [before, after].map { try $0.flatMap { try snapshot.models(of: [$0]).first } }
    let staysInSection = targetPath.section == sourcePath.section
    let section = staysInSection ? nil : try snapshot.sectionModel(at: targetPath.section)
    let hasSourceSections = definition.grouping.ofSource != nil
    let isFirst = before == nil && after == nil
    guard let targetSection = snapshot.state.sectionID(at: targetPath.section),
      section == nil || hasSourceSections || definition.assignSection != nil,
      !definition.isSorted || definition.assignPlace != nil || !staysInSection || isFirst
    else {
      throw StorageError(
        .failed,
        "the definition of \"\(definition.name)\" does not say what a move to \(targetPath) does to a model"
      )
    }
    let edit: @Sendable (inout Model) -> Void = { model in
      if let section { definition.assignSection?(&model, section) }
      if definition.isSorted { definition.assignPlace?(&model, models[0], models[1]) }
    }
    var place = SourcePlace()
    if hasSourceSections { place.section = targetSection }
    if !definition.isSorted { (place.before, place.after) = (before, after) }
    let edits =
      section != nil && definition.assignSection != nil
      || definition.isSorted && definition.assignPlace != nil
    try await definition.source.change(item, edits ? edit : nil, place)
    try await bringUpToDate()
    return try list.snapshot.state.path(of: item)
  }

  /// Keeps an item where it is while a person edits it, whatever becomes of its key. It is updated, and goes only if it
  /// goes from the source. If the list has the sections of its source, and its section goes there, it is held no more.
  ///
  /// - Parameter item: The item.
  public func hold(_ item: ItemID) {
    all?.hold(item)
    following.hold(item)
  }

  /// Lets an item go to its place again.
  ///
  /// - Throws: As ``bringUpToDate()``.
  public func release(_ item: ItemID) async throws {
    // First what is shown, which then follows the move in the whole list.
    following.release(item)
    all?.following.release(item)
    try await bringUpToDate()
    all?.following.isPlaced(item)
    following.isPlaced(item)
  }

  /// Why the list could not be brought up to date the last time; `nil` if it could.
  public var failure: (any Error)? {
    all?.failure ?? behind.texts?.failure ?? following.failure
  }

  /// Waits for what is queued, and closes the list.
  public func close() async {
    following.close()
    await list.close()
    await all?.close()
    await behind.texts?.close()
  }
}

extension ListAddress {
  /// Whether two addresses are those of one list.
  fileprivate static func isSame(_ one: ListAddress?, _ other: ListAddress?) -> Bool {
    one?.number == other?.number && one?.store === other?.store
  }
}

extension StorageError {
  static func notSearchable(_ name: String) -> StorageError {
    StorageError(
      .failed,
      "the list \"\(name)\" cannot be kept: its store has no index of words; search in a store on SQLite"
    )
  }
}

/// The lists between a derived list and its source.
private struct ListsBehind<Model: Sendable, Section: Sendable>: Sendable {
  /// The whole list, if only some of it is shown.
  var all: DerivedList<Model, Section, Never>?
  /// The index of words, if the list is searched.
  var texts: DerivedList<Model, Section, Never>?
}

extension DerivedDefinition {
  /// The definition by which the list follows what is directly behind it.
  fileprivate func shown(_ behind: ListsBehind<Model, Section>) -> Self {
    if let all = behind.all { return shown(of: all.list) }
    return behind.texts.map { found(in: $0.list) } ?? self
  }
}

extension DerivedDefinition {
  /// The name of the source; `nil` if it lies in no store.
  private func sourceName() throws(StorageError) -> String? {
    guard let address = source.address else { return nil }
    return try address.store.name(ofList: address.number)
  }

  /// Opens the list.
  ///
  /// The first opening reads all items of the source, as does the first one by a changed definition. Later ones take up what
  /// the source has changed since.
  ///
  /// - Parameter configuration: The limits of the list; those of a new list, shared if the source is.
  /// - Throws: `failed` if the source lies in no store, or a list of the name is there that is not derived from it;
  ///   `inUse`; `busy`; what reading the source throws.
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
        "the name \"\(name)\" is one of a list that Roster keeps behind a limit or a search")
    }
    try validateSections()
    try validateName()
    var behind = ListsBehind<Model, Section>()
    behind.all = try all?.open()
    behind.texts = try index?.open()
    let list = try shown(behind).open(over: behind, self, making: make)
    if !isBehind { try forgetOthers() }
    return list
  }

  /// Verifies that the sections are those of the source, if they are those of a list.
  fileprivate func validateSections() throws(StorageError) {
    guard !isBehind, let sections = grouping.ofSource,
      !ListAddress.isSame(sections.address, source.address)
    else { return }
    throw StorageError(
      .failed, "the list \"\(name)\" cannot have the sections of a list that is not its source")
  }

  /// Verifies that a list of the name is derived from the source, before the lists between them are made.
  private func validateName() throws {
    guard let sourceName = try sourceName(),
      let stored = try source.address?.store.storedList(named: name, create: false)
    else { return }
    let storage = DerivedStorage(stored.access.storage, of: source.storage, named: sourceName)
    _ = try head(of: storage, derivedFrom: [sourceName] + namesBehind, sourceName)
  }

  /// Returns the last revision of the stored list.
  ///
  /// - Parameter sources: What the list may have been derived from.
  /// - Throws: `failed` if the list has revisions and is derived from none of them.
  private func head(
    of storage: DerivedStorage, derivedFrom sources: [String?], _ sourceName: String
  ) throws -> Revision {
    let head = try storage.storedRevision()
    let noted = try storage.noted(at: head)
    // A salvage may have lost the notes of a derived list. It is made anew then, as by a definition with another limit or
    // search.
    let isSource =
      try noted.map { sources.contains($0.note.source) } ?? storage.subscribers().areOfDerivedList
    guard head == 0 || isSource else {
      throw StorageError(
        .failed, "the list \"\(name)\" is there already, and is not derived from \"\(sourceName)\"")
    }
    return head
  }

  /// Has the source keep its journal no more for lists of an earlier definition, which had another limit or search.
  private func forgetOthers() throws(StorageError) {
    guard let journal = source.storage as? any JournalStorage else { return }
    let others = ([name] + namesBehind).filter { $0 != followerName }.map(JournalSubscriber.derived)
    for subscriber in try journal.subscribers() where others.contains(subscriber.name) {
      try journal.removeSubscriber(subscriber.name)
    }
  }

  private func open<Output>(
    over behind: ListsBehind<Model, Section>, _ definition: Self,
    making make: (
      _ stored: any StoredList, _ codec: any ModelCodec<Model>,
      _ sectionCodec: any ModelCodec<Section>
    ) throws -> ListDataSource<Model, Section, Output>
  ) throws -> DerivedList<Model, Section, Output> {
    if texts != nil {
      guard let index = source.storage.searchable else { throw StorageError.notSearchable(name) }
      // Before anything is made, in case that there is no FTS5.
      _ = try index.ranges(of: ["a"], in: ["a"])
    }
    guard let sourceName = try sourceName(),
      let stored = try source.address?.store.storedList(named: name, create: true)
    else {
      throw StorageError(.failed, "the source of the derived list \"\(name)\" lies in no store")
    }
    let storage = DerivedStorage(stored.access.storage, of: source.storage, named: sourceName)
    let sources = try [sourceName, definition.sourceName()] + namesBehind
    let head = try self.head(of: storage, derivedFrom: sources, sourceName)
    let isShared = source.isShared || stored.access.isShared
    // What one process has followed without a revision, another one may not have.
    if !isShared, let told = try DerivedStorage.told(source.storage, by: name) {
      storage.advance(head, to: told)
    }
    if texts != nil { try storage.searchable?.indexTexts() }
    let list = try make(
      DerivedStoredList(
        access: StoredListAccess(
          storage, isShared: isShared, identity: stored.access.identity)),
      DerivedModelCodec(decoding: source.decode), definition.grouping.codec)
    list.runner.source.withLock { $0 = "the list \(sourceName)" }
    let following = DerivedFollowing(self, list, storage, sourceName: sourceName)
    list.keep(following)
    source.add(following)
    try following.bringUpToDateNow()
    try following.acknowledge()
    return DerivedList(list, storage, following, behind, definition)
  }
}
