internal import RosterConcurrency
public import RosterCore
public import RosterEngine

/// A list that shows another one, or several ones, filtered, sorted or grouped.
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
/// Of several sources, ``origin(of:)`` says which one has it. The list itself refuses changes (`keptUp`). It follows for as
/// long as this or the list is kept.
public final class DerivedList<Model: Sendable, Section: Sendable, Output: Sendable>:
  Sendable
{
  /// The list.
  public let list: ListDataSource<Model, Section, Output>

  private let storage: DerivedStorage
  let following: DerivedFollowing<Model, Section, Output>
  /// What stands between the list and its source.
  private let behind: ListsBehind<Model, Section>
  /// The definition that the application has given.
  private let definition: Guarded<DerivedDefinition<Model, Section>>

  init(
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

  /// Returns the revision of the source that a snapshot of the list shows; of several sources, that of the first one.
  ///
  /// - Throws: `StorageError`; `compacted` if the journal of the list does not say so any more.
  public func basis(
    of snapshot: ListSnapshot<Model, Section>
  ) throws(StorageError) -> Revision {
    try bases(at: snapshot.revision)[0]
  }

  /// Returns the revision of each source that a snapshot of the list shows, in their order.
  ///
  /// - Throws: As ``basis(of:)``.
  public func bases(
    of snapshot: ListSnapshot<Model, Section>
  ) throws(StorageError) -> [Revision] {
    try bases(at: snapshot.revision)
  }

  private func bases(at revision: Revision) throws(StorageError) -> [Revision] {
    guard let bases = try storage.bases(at: revision).known else {
      throw storage.saysNotWhatIsShown(at: revision)
    }
    if let all { return try all.bases(at: bases[0]) }
    if let byValue = behind.byValue { return try byValue.bases(at: bases[0]) }
    if let texts = behind.texts { return try texts.bases(at: bases[0]) }
    return bases
  }

  /// Returns which item of which source an item of the list shows.
  ///
  ///     if let mail = all.origin(of: item) {
  ///       try await inboxes[mail.sourceIndex].change { _, change in
  ///         try change.update(mail.item) { $0.isRead = true }
  ///       }
  ///     }
  ///
  /// - Returns: `nil` if it is one of a source that the list does not have.
  public func origin(of item: ItemID) -> ItemOrigin? {
    let sources = definition.withLock { $0.sources }
    for (index, source) in sources.enumerated() {
      if let item = source.item(item) { return ItemOrigin(sourceIndex: index, item: item) }
    }
    return nil
  }

  /// Returns the identity that an item of a source has in the list, if this shows it.
  ///
  /// - Returns: `nil` if there is no such source.
  public func item(from origin: ItemOrigin) -> ItemID? {
    let sources = definition.withLock { $0.sources }
    guard sources.indices.contains(origin.sourceIndex) else { return nil }
    return sources[origin.sourceIndex].identity(of: origin.item)
  }

  /// Returns once the list shows everything that the source had published before.
  ///
  /// - Throws: Why it cannot be brought up to date: a model of the source that cannot be read say.
  public func bringUpToDate() async throws {
    try await all?.bringUpToDate()
    try await behind.byValue?.bringUpToDate()
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
  /// - Parameter text: As in ``DerivedDefinition/search(_:insideWords:byRelevance:in:)``.
  /// - Throws: `failed` if the list was not opened with a search; `inUse` if it is open in this process a second time, with
  ///   the former text; as ``bringUpToDate()``.
  /// - Complexity: O(*f* + *k* log *m*) for the *f* items that have the words, of which the list has *m*, and the *k* of
  ///   them that come or go; by relevance, *k* is all that either text finds.
  public func search(_ text: String) async throws {
    try define { definition throws(StorageError) in
      guard definition.search != nil else {
        throw StorageError(
          .failed,
          "the list \(definition.name.inQuotes) has no texts to search in; open it with a search")
      }
      definition.search?.text = text
    }
    try await bringUpToDate()
  }

  /// Returns where a model has what is searched for, to show it in bold: for each of its texts, ranges of whole words, or of
  /// what is found inside words.
  ///
  /// - Returns: Nothing if nothing is searched for, or the model has not all of the words.
  /// - Throws: `failed` if SQLite has no FTS5.
  /// - Complexity: O(length of the texts).
  public func matches(in model: Model) throws(StorageError) -> [[Range<String.Index>]] {
    if let all { return try all.matches(in: model) }
    if let byValue = behind.byValue { return try byValue.matches(in: model) }
    guard let search = definition.withLock({ $0.search }), !search.words.isEmpty,
      let index = behind.texts?.storage.searchable
    else { return [] }
    let texts = search.texts(model)
    let joined = String(decoding: IndexedTexts.joined(texts), as: UTF8.self)
    let matches = try index.matches(of: search.words, by: search.matching, in: [joined])[0]
    return matches.map { IndexedTexts.split($0.ranges, among: texts) } ?? []
  }

  /// Shows the source by another definition, as for a filter that has changed: one batch, in which what is shown before and
  /// after keeps its identity and its states.
  ///
  ///     try await shown.redefine(
  ///       inbox.derived("shown", version: "1 \(tag)").where { $0.tags.contains(tag) })
  ///
  /// Of several calls that wait, the last one counts.
  ///
  /// A definition that shows less than the one before, such as one with a further condition, need not look at what is not
  /// shown:
  ///
  ///     try await shown.redefine(
  ///       inbox.derived("shown", version: "1 \(tag) unread")
  ///         .where { $0.tags.contains(tag) && !$0.isRead }, narrowing: true)
  ///
  /// If the source keeps what the user has chosen, change it with the definition. One batch shows both:
  ///
  ///     try await shown.redefine(
  ///       inbox.derived("shown", version: "1 \(tag)").where { $0.tags.contains(tag) }
  ///     ) {
  ///       try await inbox.change { _, change in try change.update(chosen) { $0 = tag } }
  ///     }
  ///
  /// If that change fails, the list keeps its former definition. Another change of the source that comes before it is shown by
  /// the new definition, in a batch of its own.
  ///
  /// - Parameters:
  ///   - definition: A definition for the same sources, in their order. It makes a difference if its version or its operators
  ///     are others.
  ///   - isNarrower: Whether the definition shows nothing that the one before does not show. An item for which that is not true
  ///     is missing until it changes. What the source has changed since is looked at as always. It makes no difference if the
  ///     list is searched, gets other sections or has other ties.
  ///   - change: Changes the source. It is called once.
  /// - Throws: `failed` if the definition has another source or name, or a limit, search, distinct values or sections of
  ///   the source where the list was opened without; `inUse` if it is open in this process a second time, by the former
  ///   definition; what `change` throws; as ``bringUpToDate()``.
  /// - Complexity: O(*n*) for *n* items of the source, and O(*k* log *m*) for the *k* of them that come, go or move; O(*m*) in
  ///   place of O(*n*) for the *m* items that were shown, if the definition is narrower.
  public func redefine(
    _ definition: DerivedDefinition<Model, Section>, narrowing isNarrower: Bool = false,
    with change: @Sendable () async throws -> Void = {}
  ) async throws {
    let (former, current) = try replaceDefinition(by: definition, isNarrower: isNarrower)
    do {
      try await change()
    } catch {
      // Another call may have replaced the definition meanwhile.
      if self.definition.withLock({ $0.text.description }) == current.text.description {
        _ = try replaceDefinition(by: former)
        try? await bringUpToDate()
      }
      throw error
    }
    try await bringUpToDate()
  }

  /// Has the next change show the source by another definition.
  ///
  /// - Returns: The definition before, and the one that the list has now.
  private func replaceDefinition(
    by definition: DerivedDefinition<Model, Section>, isNarrower: Bool = false
  ) throws(StorageError) -> (
    former: DerivedDefinition<Model, Section>, current: DerivedDefinition<Model, Section>
  ) {
    var definitions = (former: definition, current: definition)
    try define(isNarrower: isNarrower) { (former) throws(StorageError) in
      guard definition.name == former.name, definition.hasSameSources(as: former) else {
        throw StorageError(
          .failed,
          "the list \(former.name.inQuotes) cannot show another source, or have another name")
      }
      guard (definition.all == nil) == (former.all == nil),
        (definition.distinct == nil) == (former.distinct == nil),
        (definition.search == nil) == (former.search == nil),
        (definition.grouping.ofSource == nil) == (former.grouping.ofSource == nil)
      else {
        throw StorageError(
          .failed,
          "the list \(former.name.inQuotes) was opened with another kind of limit, search, values or sections; close it, and "
            + "open it with the new definition")
      }
      try definition.validate()
      definitions.former = former
      if let slots = former.slots { definitions.current.name(slots) }
      former = definitions.current
    }
    return definitions
  }

  /// Has the list and those behind it follow by another definition. Of several that are given at once, all follow by the
  /// same one.
  ///
  /// - Parameters:
  ///   - isNarrower: Whether the definition shows nothing that the one before does not show.
  ///   - edit: Changes the definition.
  private func define(
    isNarrower: Bool = false,
    _ edit: (inout DerivedDefinition<Model, Section>) throws(StorageError) -> Void
  ) throws(StorageError) {
    try definition.withLock { (definition) throws(StorageError) in
      var edited = definition
      try edit(&edited)
      if !edited.isBehind { try list.redefine(edited.text.description) }
      definition = edited
      // First what is shown, so that it follows what is behind it in the new way.
      following.define(definition.shown(behind), isNarrower: isNarrower)
      if let all = definition.all {
        try behind.all?.define(isNarrower: isNarrower) { (whole) throws(StorageError) in
          whole = all
        }
      }
      if let byValue = definition.byValue {
        try behind.byValue?.define(isNarrower: isNarrower) { (whole) throws(StorageError) in
          whole = byValue
        }
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
        "the definition of \(definition.name.inQuotes) does not say what a move to \(targetPath) does to a model"
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
    try await definition.change(item, edits ? edit : nil, place)
    try await bringUpToDate()
    return try list.snapshot.state.path(of: item)
  }

  /// Keeps an item where it is while a person edits it, whatever becomes of its key. It is updated, and goes only if it
  /// goes from the source. If the list has the sections of its source, and its section goes there, it is held no more.
  ///
  /// - Parameter item: The item.
  public func hold(_ item: ItemID) {
    all?.hold(item)
    behind.byValue?.hold(item)
    following.hold(item)
  }

  /// Lets an item go to its place again.
  ///
  /// - Throws: As ``bringUpToDate()``.
  public func release(_ item: ItemID) async throws {
    // First what is shown, which then follows the move in the whole list.
    following.release(item)
    all?.following.release(item)
    behind.byValue?.following.release(item)
    try await bringUpToDate()
    all?.following.isPlaced(item)
    behind.byValue?.following.isPlaced(item)
    following.isPlaced(item)
  }

  /// Whether the list shows what an earlier definition has made of its source, until it is made anew
  /// (``DerivedDefinition/rebuiltInBackground()``).
  ///
  ///     if unread.isRebuilding { print("The list is being updated.") }
  public var isRebuilding: Bool { following.isRebuilding }

  /// The version of the definition that has made what the list shows; `nil` if that is not known.
  var shownVersion: String? { following.shownVersion }

  /// Whether the list does not show yet what a version of its definition makes of its source.
  func isRebuilding(for version: String) -> Bool { isRebuilding || shownVersion != version }

  /// Why the list could not be brought up to date the last time; `nil` if it could.
  public var failure: (any Error)? {
    all?.failure ?? behind.byValue?.failure ?? behind.texts?.failure ?? following.failure
  }

  /// Has a closure called when the list cannot be brought up to date, and when it can again, which ``failure`` tells; on any
  /// thread.
  package func setFailureListener(_ listen: @escaping @Sendable () -> Void) {
    following.setFailureListener(listen)
    all?.setFailureListener(listen)
    behind.byValue?.setFailureListener(listen)
    behind.texts?.setFailureListener(listen)
  }

  /// Waits for what is queued, and closes the list.
  public func close() async {
    following.close()
    await following.waitForComparison()
    await list.close()
    await all?.close()
    await behind.byValue?.close()
    await behind.texts?.close()
  }
}

/// An item of a source of a derived list.
public struct ItemOrigin: Hashable, Sendable {
  /// Which one of the sources has the item, counted from 0.
  public var sourceIndex: Int
  /// The identity that it has there.
  public var item: ItemID

  /// Makes the origin of an item.
  public init(sourceIndex: Int, item: ItemID) {
    self.sourceIndex = sourceIndex
    self.item = item
  }
}

extension ListAddress {
  /// Whether two addresses are those of one list.
  static func isSame(_ one: ListAddress?, _ other: ListAddress?) -> Bool {
    one?.number == other?.number && one?.store === other?.store
  }
}

extension StorageError {
  static func notSearchable(_ name: String) -> StorageError {
    StorageError(
      .failed,
      """
      the list \(name.inQuotes) cannot be kept: its store has no index of words; search in one on SQLite or PostgreSQL
      """
    )
  }
}
