package import RosterCore
public import RosterEngine
internal import RosterJSON

/// How items of a derived list stand whose keys are equal.
public enum TieOrder: String, Sendable {
  /// In the order in which they came into the source.
  case identity
  /// As they stand in the source.
  case source
}

/// From which end the items of a limited list are counted.
public enum ListEnd: String, Sendable {
  case start, end
}

/// What a derived list shows of its source, or of several ones, and in which order.
///
///     let unread = try inbox.derived("unread", version: "1")
///       .where { !$0.isRead }
///       .sorted { [.descending($0.date), .ascending($0.sender)] }
///       .open()
///
/// The closures look at one model and at nothing else: for equal models they return equal values. They are called for
/// items that change, on the queues of the derived list.
public struct DerivedDefinition<Model: Sendable, Section: Sendable>: Sendable {
  /// The lists that are shown; at least one.
  private(set) var sources: [DerivedSource<Model>]
  /// By what the items of several sources are told from each other; `nil` if there is one.
  private(set) var slots: SourceSlots?
  /// The name of the list.
  public private(set) var name: String
  /// Names what the closures do.
  public let version: String
  /// Whether the list stands between the one that the application has defined and its source.
  private(set) var isBehind = false
  var isShown: @Sendable (Model) -> Bool = { _ in true }
  private(set) var grouping = Grouping<Model, Section>.none
  var keys: (@Sendable (Model) -> [SortKey])?
  var ties = TieOrder.source
  /// Whether items stand in another order than in the source that is changed.
  var isSorted = false
  var window: ListWindow?
  var search: TextSearch<Model>?
  /// What the list is an index of, if it is one.
  private(set) var indexed: TextSearch<Model>?
  /// What items have in common of which one is shown.
  var distinct: (@Sendable (Model) -> DistinctValue)?
  var assignSection: (@Sendable (inout Model, Section) -> Void)?
  var assignPlace: (@Sendable (inout Model, Model?, Model?) -> Void)?
  var operators: [String] = []
  /// Whether a list that has to be made anew shows what it showed until that is done.
  private(set) var isRebuiltInBackground = false
  /// Whether the list is changed in the transactions of its source.
  private(set) var isTogether = false

  init(source: DerivedSource<Model>, name: String, version: String) {
    sources = [source]
    self.name = name
    self.version = version
  }

  private init<Other>(
    _ other: DerivedDefinition<Model, Other>, _ grouping: Grouping<Model, Section>
  ) {
    sources = other.sources
    slots = other.slots
    name = other.name
    isBehind = other.isBehind
    version = other.version
    isShown = other.isShown
    keys = other.keys
    ties = other.ties
    isSorted = other.isSorted
    window = other.window
    search = other.search
    distinct = other.distinct
    assignPlace = other.assignPlace
    operators = other.operators
    isRebuiltInBackground = other.isRebuiltInBackground
    isTogether = other.isTogether
    self.grouping = grouping
  }

  /// Shows the items of other lists as well, behind those of the source: all inboxes as one.
  ///
  ///     let all = try inboxes[0].derived("all inboxes", version: "1")
  ///       .union([inboxes[1], inboxes[2]])
  ///       .sorted { [.descending($0.date)] }
  ///       .open()
  ///
  /// The lists are opened with one store, and none is there twice. An item has an identity of its own, by which it is told from those
  /// of the other lists; ``DerivedList/origin(of:)`` says which item it shows. An item that is removed from one list and
  /// inserted into another one, in one change of both, leaves and arrives in one batch.
  ///
  /// Opened again, the list may have other sources: items of those that stay keep their identities. A list that takes the
  /// name of a removed one counts as a new source. The list can have 64 sources in all its life. A list of one source cannot
  /// become one of several, which is why `union([])` makes a difference.
  ///
  /// - Parameter others: Lists with the same models.
  public func union<OtherSection, Output>(
    _ others: [ListDataSource<Model, OtherSection, Output>]
  ) -> Self {
    var definition = self
    definition.sources += others.map { DerivedSource($0) }
    definition.slots = slots ?? SourceSlots()
    return definition
  }

  /// Keeps the list in another store than that of its source, which may be read-only: as one in memory, for as long as a
  /// process shows the list.
  ///
  /// The source keeps no journal for the list. If it has compacted what the list has not followed yet, the list compares
  /// all items anew.
  ///
  /// - Parameter store: Where the list is kept. It has no list of its name.
  package func kept(in store: any JointStorage) -> Self {
    var definition = self
    definition.sources = sources.map { $0.kept(in: store) }
    return definition
  }

  /// Shows the source as it was at a revision, and nothing that changed since. The list is to be kept in another store than
  /// that of the source, which does not keep the revision for it.
  ///
  ///     let then = try inbox.snapshot(at: 42)
  ///     let unread = try definition.kept(in: memory)
  ///       .fixed(at: then.state) { (items) throws(StorageError) in try then.models(of: items) }
  ///       .open()
  ///
  /// - Parameters:
  ///   - state: Where the items of the source were.
  ///   - models: Returns the models that items had. What it throws ends the making of the list.
  package func fixed(
    at state: ListState,
    reading models: @escaping @Sendable ([ItemID]) throws(StorageError) -> [Model]
  ) -> Self {
    var definition = self
    definition.sources = sources.map { $0.fixed(at: .init(state: state, models: models)) }
    return definition
  }

  /// Leaves out items for which a closure returns `false`. Of several such closures, all must return `true`.
  public func `where`(_ isShown: @escaping @Sendable (Model) -> Bool) -> Self {
    var definition = self
    let others = self.isShown
    definition.isShown = { others($0) && isShown($0) }
    definition.operators.append("where")
    return definition
  }

  /// Sorts the items, in each section.
  ///
  /// Without this, they stand as in the source.
  ///
  /// - Parameters:
  ///   - ties: How items with equal keys stand.
  ///   - keys: Returns the parts of the key of an item, the most important first: always as many, of the same types.
  public func sorted(
    ties: TieOrder = .identity, by keys: @escaping @Sendable (Model) -> [SortKey]
  ) -> Self {
    var definition = self
    definition.keys = keys
    definition.isSorted = true
    definition.ties = ties
    definition.operators.append("\(DefinitionText.sortedOperator)\(ties.rawValue)")
    return definition
  }

  /// Groups the items in sections, one for each value that there is, in the order of the values.
  ///
  ///     let days = try inbox.derived("days", version: "1").sections { $0.day }.open()
  ///
  /// The value is the model of the section. A section comes with its first item and goes with its last one, unless it is
  /// one of those that are always there:
  ///
  ///     let byPriority = try board.derived("by priority", version: "1")
  ///       .sections(always: [.high, .normal, .low]) { $0.priority }
  ///       .open()
  ///
  /// - Parameters:
  ///   - fixedSections: The sections that are there without items as well, in any order. A limited list has them behind its
  ///     limit, too.
  ///   - section: Returns what the items of a section have in common.
  public func sections<Value: SortValue & Codable>(
    always fixedSections: [Value] = [], by section: @escaping @Sendable (Model) -> Value
  ) -> DerivedDefinition<Model, Value> {
    DerivedDefinition<Model, Value>(self, .values(SectionValues(fixedSections, by: section)))
  }

  /// Groups the items by the lists from which they come, in the order of these: one section for each source.
  ///
  ///     let byAccount = try inboxes[0].derived("by account", version: "1")
  ///       .union([inboxes[1], inboxes[2]])
  ///       .sections(bySource: ["Work", "Home", "Club"])
  ///       .open()
  ///
  /// - Parameters:
  ///   - values: The models of the sections, one for each source, in their order. Sources with the same one share a section.
  ///   - keepsEmpty: Whether the sections without items are shown as well.
  public func sections<Value: SortValue & Codable>(
    bySource values: [Value], keepingEmpty keepsEmpty: Bool = false
  ) -> DerivedDefinition<Model, Value> {
    DerivedDefinition<Model, Value>(
      self, .values(SectionValues(bySource: values, keepsEmpty: keepsEmpty)))
  }

  /// Groups the items as the source does.
  ///
  ///     let open = try board.derived("open", version: "1").where { !$0.isDone }.sections(of: board)
  ///       .open()
  ///
  /// A section has the identity and the model that it has in the source. It moves and is updated with it. It goes with its
  /// last item that is shown, and comes back with the first one. A change of the source that inserts, removes or moves
  /// sections costs O(*s* log *s*) more, for *s* sections.
  ///
  /// - Parameters:
  ///   - source: The source of the list.
  ///   - keepsEmpty: Whether the sections without items are shown as well. A limited list has them behind its limit, too.
  public func sections<SourceModel, Value, Output>(
    of source: ListDataSource<SourceModel, Value, Output>, keepingEmpty keepsEmpty: Bool = false
  ) -> DerivedDefinition<Model, Value> {
    DerivedDefinition<Model, Value>(self, .source(SourceSections(source, keepsEmpty: keepsEmpty)))
  }

  /// Shows only some of the items: those that remain and come first when all of them are sorted and grouped.
  ///
  ///     .limit(200)                    the first 200
  ///     .limit(50, from: .end)         the last 50
  ///     .limit(50, behind: 100)        those at 100 to 149
  ///     .limit(1, inEachSection: true) the first one of each section
  ///
  /// The list stays filled: what leaves makes room for what stands behind the limit. The whole order is kept in a list
  /// beside it, named "NAME (all)", unless the list shows its source as that stands.
  ///
  /// - Parameters:
  ///   - count: How many items are shown at most.
  ///   - end: From which end they are counted.
  ///   - offset: How many items are passed over.
  ///   - inEachSection: Whether the items of each section are counted by themselves.
  /// - Complexity: O(sections + *w*) for each change of the source, for *w* items that are shown.
  public func limit(
    _ count: Int, from end: ListEnd = .start, behind offset: Int = 0, inEachSection: Bool = false
  ) -> Self {
    var definition = self
    // So that their sum is a number.
    let most = Int.max / 4
    definition.window = ListWindow(
      count: min(max(0, count), most), offset: min(max(0, offset), most), end: end,
      isOfEachSection: inEachSection)
    return definition
  }

  /// Shows only items in whose texts each word of a search text begins a word, or is inside one.
  ///
  ///     .search("lun noo") { [$0.title, $0.notes] }                     finds "Lunch at noon"
  ///     .search("unc oo", insideWords: true) { [$0.title, $0.notes] }   finds it as well
  ///
  /// What is neither a letter nor a digit separates words. Case makes no difference, nor do the accents of Latin letters. A
  /// search text without words finds everything. ``DerivedList/search(_:)`` changes it.
  ///
  /// With `byRelevance`, the best matches come first, in each section, for as long as the search text has words. An item
  /// whose first text has a word that is searched for comes before one whose second text has it; a whole word before one
  /// that begins so, and that before one that has it inside. Of several words the sum counts. Items that match as well as
  /// each other stand by ``sorted(ties:by:)``. What an item matches does not depend on others, so that a change of an item
  /// moves no other one.
  ///
  /// The texts are kept in a list beside this one, named "NAME (texts)", with an index of their words. So a search costs as
  /// much as it finds, whatever the size of the source, and no more after a restart. The search text is kept as well: of
  /// several windows or processes that search for themselves, each has a list with a name of its own.
  ///
  /// - Parameters:
  ///   - text: The search text.
  ///   - insideWords: Whether words are found by any part of them, also by a single letter. Their index is larger: it has a
  ///     word once for each of its letters. With the other kind of index than before, it is made anew.
  ///   - byRelevance: Whether the best matches come first.
  ///   - texts: Returns the texts of an item, the most important first.
  public func search(
    _ text: String, insideWords: Bool = false, byRelevance: Bool = false,
    in texts: @escaping @Sendable (Model) -> [String]
  ) -> Self {
    var definition = self
    definition.search = TextSearch(
      text: text, texts: texts, matching: insideWords ? .substring : .prefix,
      isByRelevance: byRelevance)
    return definition
  }

  /// Says what a move does to a model, so that items can be moved in the derived list.
  ///
  ///     let projects = try board.derived("projects", version: "1")
  ///       .sections { $0.project }
  ///       .sorted { [.ascending($0.rank)] }
  ///       .assigning(
  ///         section: { $0.project = $1 },
  ///         between: { $0.rank = rank(between: $1?.rank, $2?.rank) }
  ///       )
  ///       .open()
  ///
  /// - Parameters:
  ///   - section: Gives a model what the items of a section have in common.
  ///   - place: Gives a model a key that stands between those of two others; the first is `nil` at the start of a section,
  ///     the second at its end.
  public func assigning(
    section: (@Sendable (inout Model, Section) -> Void)? = nil,
    between place: (@Sendable (inout Model, Model?, Model?) -> Void)? = nil
  ) -> Self {
    var definition = self
    definition.assignSection = section
    definition.assignPlace = place
    return definition
  }

  /// Makes the list anew in the background, if it has to be, and shows what it had until then.
  ///
  ///     let unread = try inbox.derived("unread", version: "2")
  ///       .where { !$0.isRead && !$0.isDraft }
  ///       .rebuiltInBackground()
  ///       .open()
  ///     try await unread.bringUpToDate()
  ///
  /// A list is made anew if the definition has another version or other operators than before. Opening it, and
  /// ``DerivedList/redefine(_:narrowing:with:)``, then leave it as it is: what it shows can be read, it follows no change, and
  /// ``DerivedList/isRebuilding`` is `true`. Its items are compared with the definition in the background, a thousand at a
  /// time. One batch then shows what the definition changes, and what the source has changed meanwhile.
  /// ``DerivedList/bringUpToDate()`` waits for it.
  ///
  /// Nothing is written before that batch, so a process that ends meanwhile begins again at the next opening. Other changes
  /// of the source wait for the transaction of the batch at most, in which only the items are written that come, go, or have
  /// another place or key.
  ///
  /// The first opening of a list makes it before it returns, since there is nothing to show. So does one whose sources are
  /// others than before, or do not have the revisions any more that the list shows, and one by a definition with sections of
  /// another kind, by which those of the list cannot be read.
  ///
  /// - Complexity: O(*n*) for *n* items of the source, in parts, and O(*k* log *m*) on the queue of the list for the *k* items
  ///   that differ. All is done on that queue if the list has other ties or is searched, gets another kind of sections by
  ///   ``DerivedList/redefine(_:narrowing:with:)``, or if another process lets the source forget what is being compared.
  public func rebuiltInBackground() -> Self {
    var definition = self
    definition.isRebuiltInBackground = true
    return definition
  }

  /// Keeps the list together with its source: each transaction of the source has the change of the list.
  ///
  ///     let unread = try inbox.derived("unread", version: "1").where { !$0.isRead }.together().open()
  ///
  /// Without this, the list follows in a transaction of its own, a moment later. With it, a reader of the file finds the
  /// change of the source and that of the list, or neither. Each transaction makes one revision of the list, also if that
  /// shows nothing of it, and the batch comes behind those of the source.
  ///
  /// The change of the list is made in the middle of that of the source, which waits until the queue of the list is free and
  /// the closures have looked at what it changes. There is no further synchronization with the disk.
  ///
  /// It holds for what this data source of the source commits. A process that writes the source without the definition leaves
  /// the list behind, and the next commit of a process with it makes up for that. The list never keeps its source from a
  /// change: if its part cannot be made, because the list is closed or suspended, its file damaged or its pages unreadable,
  /// or the commit of both fails, the source commits alone. The list then says so to its listeners
  /// (`PipelineEvent.leftBehind`), and follows by itself. If the source cannot commit alone either, the change has failed, as
  /// any other; a disk that fails to synchronize may keep it without that of the list, which follows when it is opened next.
  /// One that is made anew in the background follows as well until that is done.
  ///
  /// The closures of the definition and the generator of the list cannot call the source synchronously, nor can a change of
  /// the source call the list: both fail with `reentrant`.
  ///
  /// A list with several sources, or one that is searched, cannot be kept together with them, which ``open(configuration:)``
  /// refuses (`failed`). It is no part of what the list shows: with or without it, the list is not made anew.
  ///
  /// - Complexity: Each change of the source costs what the change of the list costs as well, a row at least.
  public func together() -> Self {
    var definition = self
    definition.isTogether = true
    return definition
  }

  /// Has the opening wait, as nothing can be shown meanwhile.
  mutating func waitForRebuilding() { isRebuiltInBackground = false }

  /// Whether a list is made anew that shows what a note says.
  func makesAnew(_ note: DerivedNote) -> Bool {
    let text = text
    return note.definition != text.description
      && !text.keepsOrder(of: DefinitionText(note.definition))
  }

  /// Whether it is enough to look at the items that this shows otherwise than the definition of a note: all others stay
  /// where they are.
  func canBeCompared(with note: DerivedNote) -> Bool {
    let former = DefinitionText(note.definition)
    return window == nil && search == nil && !text.keepsOrder(of: former)
      && !text.hasOtherTies(than: former) && !text.hasOtherSections(than: former)
  }

  /// Whether an application may give a list this name: the others are those of lists that stand between.
  var hasOwnName: Bool {
    isBehind || !ListBehind.allCases.contains { name.hasSuffix($0.rawValue) }
  }

  /// The name of the list that follows the source: this one, or the last of those between.
  var followerName: String {
    all?.followerName ?? byValue?.followerName ?? index?.name ?? name
  }

  /// The names of lists that can stand between the list and its source, by this or an earlier definition.
  var namesBehind: [String] { ListBehind.allCases.map { $0.name(of: name) } }

  /// What is kept of the definition. Another one has the list made anew.
  var text: DefinitionText {
    DefinitionText(
      version: version,
      operators: operators + grouping.operators
        + (slots.map { [DefinitionText.sources($0.order)] } ?? []),
      limits: (search.map { [$0.operator] } ?? []) + (window.map { [$0.text] } ?? []))
  }

  /// Returns which items of its source the list shows at most; `nil` if it is not limited.
  ///
  /// - Complexity: O(sections + *w* log *n*) for *w* items that are shown.
  func limitedItems(
    of source: SourcesSnapshot<Model>
  ) throws(StorageError) -> Set<ItemID>? {
    guard var window else { return nil }
    // Without sections, all items are in one, whatever the source has. Those of values stand in sections of these.
    window.isOfEachSection = window.isOfEachSection && (grouping.isGrouped || distinct != nil)
    return try window.items(of: source)
  }

  /// Returns what is kept of an item: the key by which it is sorted, or the texts of an index.
  func kept(of model: Model) throws(StorageError) -> [UInt8] {
    if let indexed { return IndexedTexts.joined(indexed.texts(model)) }
    let parts = keys.map { $0(model) } ?? []
    let relevance = try search?.relevance(of: model, in: sources[0].storage.searchable)
    return SortKey.joined((relevance.map { [.ascending($0)] } ?? []) + parts)
  }

  /// The definition of the whole list, if it must be kept so that some of it can be shown; `nil` if not.
  var all: Self? {
    let isAsSource =
      operators.isEmpty && search == nil && grouping.behind.isGrouped == grouping.isGrouped
    guard window != nil, !isAsSource else { return nil }
    return behind(.all, grouped: grouping)
  }

  /// Returns the definition of a list that stands between, with all items.
  func behind<Value>(
    _ list: ListBehind, grouped grouping: Grouping<Model, Value>
  ) -> DerivedDefinition<Model, Value> {
    var definition = DerivedDefinition<Model, Value>(self, grouping)
    definition.name = list.name(of: name)
    definition.isBehind = true
    (definition.window, definition.distinct) = (nil, nil)
    return definition
  }

  /// The definition of the index of words, if the list is searched, and no other list stands between.
  var index: Self? {
    guard let search, window == nil, distinct == nil else { return nil }
    var definition = Self(
      source: sources[0], name: ListBehind.texts.name(of: name), version: version)
    (definition.sources, definition.slots) = (sources, slots)
    definition.isRebuiltInBackground = isRebuiltInBackground
    definition.isTogether = isTogether
    definition.grouping = grouping.behind
    definition.isBehind = true
    definition.indexed = search
    // What it finds stands as in the index, if it is not sorted.
    definition.ties = ties
    definition.operators = ["\(DefinitionText.textsOperator)\(ties.rawValue)"]
    return definition
  }

  /// The definition of what is found by an index.
  func found(in index: ListDataSource<Model, Section, Never>) -> Self {
    var definition = self
    definition.grouping = grouping.shown(of: index)
    definition.show(index)
    return definition
  }

  /// The definition of what is shown of the whole list.
  func shown(of all: ListDataSource<Model, Section, Never>) -> Self {
    var definition = self
    definition.grouping = grouping.shown(of: all)
    definition.show(all)
    // The whole list is filtered and sorted.
    definition.isShown = { _ in true }
    definition.keys = nil
    definition.ties = .source
    definition.search = nil
    return definition
  }
}

// MARK: Sources

extension DerivedDefinition {
  /// Shows a list that stands between this one and the sources, which are what is changed.
  mutating func show<Value>(_ list: ListDataSource<Model, Value, Never>) {
    let changed = self
    sources = [DerivedSource(list)]
    sources[0].change = { try await changed.change($0, $1, $2) }
  }

  /// Changes the model of an item in its source, and moves it there.
  func change(
    _ identity: ItemID, _ edit: (@Sendable (inout Model) -> Void)?, _ place: SourcePlace?
  ) async throws {
    for source in sources {
      guard let item = source.item(identity) else { continue }
      return try await source.change(item, edit, place?.in(source))
    }
    throw DataSourceError.noSuchItem(.id(identity))
  }

  /// Decodes the model of an item as its source does.
  var decode: @Sendable (StoredValue, ItemID) throws -> Model {
    if sources.count == 1, sources[0].slot == nil { return sources[0].decode }
    return { [sources] value, identity in
      // No item has the number 0.
      for source in sources where identity.rawValue > 0 {
        if let item = source.item(identity) { return try source.decode(value, item) }
      }
      throw StorageError(.failed, "nothing tells which source has stored a model")
    }
  }

  /// Gives the sources the slots that say how their items are named.
  mutating func name(_ slots: SourceSlots) {
    self.slots = slots
    for (index, slot) in zip(sources.indices, slots.order) { sources[index].slot = slot }
  }

  /// Returns which source an item comes from, also if the list between stands in place of them.
  func sourceIndex(of item: ItemID) -> Int {
    guard let order = slots?.order else { return 0 }
    return order.firstIndex(of: SourceSlot.split(item).slot) ?? order.count
  }

  /// Where an item stands among those with an equal key, by its identity.
  func tie(byIdentityOf item: ItemID) -> ItemPath {
    let number = slots == nil ? item : SourceSlot.split(item).item
    return ItemPath(section: sourceIndex(of: item), item: number.rawValue)
  }
}

/// The items of a list that are shown, by their numbers.
struct ListWindow: Sendable {
  var count: Int
  var offset: Int
  var end: ListEnd
  /// Whether the items of each section are counted by themselves.
  var isOfEachSection = false

  static let prefix = "limit "

  var text: String {
    "\(Self.prefix)\(count) \(end.rawValue) \(offset)"
      + (isOfEachSection ? " of each section" : "")
  }

  /// Returns which of some items that are counted are shown.
  private func shown(of total: Int) -> Range<Int> {
    let first = end == .start ? offset : max(0, total - offset - count)
    let last = end == .start ? min(total, offset + count) : max(0, total - offset)
    return first..<max(first, last)
  }

  /// Returns the items of a list that are shown.
  ///
  /// - Complexity: O(sections + *w* log *n*) for *w* items that are shown.
  func items<Model>(
    of source: SourcesSnapshot<Model>
  ) throws(StorageError) -> Set<ItemID> {
    let shownOfAll = shown(of: source.itemCount)
    var shown: Set<ItemID> = []
    var start = 0
    try source.forEachSection { (count, items) throws(StorageError) in
      let first = max(0, shownOfAll.lowerBound - start)
      let counted =
        isOfEachSection ? self.shown(of: count) : first..<max(first, shownOfAll.upperBound - start)
      let range = counted.clamped(to: 0..<count)
      if !range.isEmpty { shown.formUnion(try items(range)) }
      start += count
    }
    return shown
  }
}

/// The section of a list that is not grouped. There is one, without a model.
public enum Ungrouped: Int, SortValue, Codable {
  /// The section.
  case all
}

extension ListDataSource {
  /// Begins the definition of a list that shows this one filtered, sorted or grouped.
  ///
  ///     let byDay = try inbox.derived("by day", version: "1")
  ///       .where { !$0.isDraft }.sections { $0.day }.sorted { [.descending($0.date)] }
  ///       .open()
  ///
  /// - Parameters:
  ///   - name: The name of the list. It lies beside this one, in the same store.
  ///   - version: Names what the closures do, parameters included. If the list was made with another version, opening it
  ///     computes it anew.
  public func derived(_ name: String, version: String) -> DerivedDefinition<Model, Ungrouped> {
    DerivedDefinition(source: DerivedSource(self), name: name, version: version)
  }

  /// Begins the definition of a list that shows this one with other models.
  ///
  ///     let rows = try inbox.derived("rows", version: "1") { MailRow($0) }
  ///       .sorted { [.descending($0.date)] }
  ///       .open()
  ///
  /// The models are made when they are read, and not kept. All that follows in the definition looks at them.
  ///
  /// - Parameters:
  ///   - name: As in ``derived(_:version:)``.
  ///   - version: As there. It need not change if only that of models does which nothing in the definition looks at.
  ///   - model: Makes a model of the list of one of this.
  public func derived<Other>(
    _ name: String, version: String, as model: @escaping @Sendable (Model) -> Other
  ) -> DerivedDefinition<Other, Ungrouped> {
    DerivedDefinition(source: DerivedSource(self).mapped(model), name: name, version: version)
  }
}
