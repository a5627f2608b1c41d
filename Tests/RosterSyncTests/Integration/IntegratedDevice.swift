import RosterCore
import RosterJSON

@testable import RosterSync

/// A list with its models, as a database keeps it.
struct KeptList {
  private(set) var state = ListState()
  private var items: [ItemID: JSONValue] = [:]
  private var sections: [SectionID: JSONValue] = [:]

  mutating func apply(
    _ changeset: SyncChangeset, returning: ListState.ReturningIdentities? = nil
  ) throws -> ListChange {
    let change = try state.applying(
      changeset.outline.verified(against: state), returning: returning)
    let identities = change.identities
    for (id, model) in zip(identities.updatedItems, changeset.updatedModels) { items[id] = model }
    for (id, model) in zip(identities.insertedItems, changeset.insertedModels) { items[id] = model }
    for (id, model) in zip(identities.updatedSections, changeset.updatedSectionModels) {
      sections[id] = model
    }
    for (id, model) in zip(identities.insertedSections, changeset.insertedSectionModels) {
      sections[id] = model
    }
    state = change.target
    return change
  }

  var modelled: ModelledList {
    let (state, items, sections) = (state, items, sections)
    return ModelledList(
      state,
      StoredModels(
        items: { ids in
          try ids.reduce(into: [:]) { if try state.contains($1) { $0[$1] = items[$1] } }
        },
        section: { sections[$0] }, states: { _ in [:] }))
  }

  func named() throws -> NamedList { NamedList(try modelled.contents()) }
}

/// A hub that does what arrays say, and tells a device what it did.
struct IntegratedHub {
  private(set) var list: NamedList
  private var kept: KeptList
  /// What the device has not heard of yet.
  var revisions: [HubRevision] = []
  private(set) var settled: [SyncOutcome] = []
  /// All that was ever settled.
  private var everSettled = SettledChanges()

  init(_ list: NamedList, _ kept: KeptList) {
    self.list = list
    self.kept = kept
  }

  var revision: Revision { kept.state.revision }

  mutating func edit(_ edit: NamedList.Edit) throws { try apply([edit], ChangeAnnotation()) }

  /// Settles the first change that the device has sent.
  mutating func settle(_ change: IntegratedDevice.Pending) throws {
    var rebased = list
    let (edits, lostCount) = rebased.rebase(change.edits)
    var note = HubNote(key: ChangeKey(name: "one", number: change.number), after: change.number - 1)
    note.lostCount = change.lostCount + lostCount
    if !edits.isEmpty {
      note.items = change.items.map(\.rawValue)
      note.sections = change.sections.map(\.rawValue)
    }
    let kind: SyncOutcome.Kind =
      note.lostCount == 0 ? .confirmed : .rebased(lostCount: note.lostCount)
    settled.append(SyncOutcome(revision: change.number, kind: kind))
    everSettled.add(note)
    try apply(edits, ChangeAnnotation().with(note: note.json))
  }

  private mutating func apply(_ edits: [NamedList.Edit], _ annotation: ChangeAnnotation) throws {
    let changeset = list.changeset(of: edits)
    let next = kept.state.nextIdentifiers
    let applied = try kept.apply(changeset)
    _ = list.rebase(edits)
    revisions.append(
      try HubRevision(
        changeset: changeset, applied, next, states: [], annotation, to: ["one"], sent: []))
  }

  /// Answers with all that the device has not heard of.
  ///
  /// - Parameter isWhole: Whether it gets the list whole, as if the journal no longer reached the base.
  mutating func answer(whole isWhole: Bool) throws -> (answer: SyncAnswer, whole: WholeList?) {
    defer { (revisions, settled) = ([], []) }
    var answer = SyncAnswer(
      hub: "hub", revision: revision, mark: "mark \(revision)",
      contents: .page(revisions, isLast: true))
    guard isWhole else { return (answer, nil) }
    var page = WholePage(start: ItemPath(section: 0, item: 0))
    page.sections = list.sections.map { .init(model: $0.json, items: $0.items.map(\.json)) }
    page.settled = everSettled
    answer.contents = .whole(page)
    var pages = WholePages(revision: revision, mark: answer.mark)
    _ = try pages.add(page, revision: revision, mark: answer.mark)
    let key: (JSONValue) -> JSONValue = { .string($0.id) }
    return (answer, WholeList(pages: pages, itemKey: key, sectionKey: key))
  }
}

/// A device of such a hub, with what arrays say of its list.
struct IntegratedDevice {
  /// A change that the hub has not settled.
  struct Pending {
    var number: Int
    var edits: [NamedList.Edit]
    var lostCount = 0
    /// The device's numbers of what it inserts.
    var items: [ItemID] = []
    var sections: [SectionID] = []
  }

  private(set) var local: NamedList
  private(set) var base: NamedList
  private(set) var pending: [Pending] = []
  private(set) var outcomes: [SyncOutcome] = []
  var hub: IntegratedHub
  private var kept = KeptList()
  private var noted: KeptList
  private var record = DeviceRecord(opening: "one")
  private var changes: [(keyed: KeyedChange, applied: ListChange)] = []
  /// The identities that items and sections were ever seen with, by their names.
  private var identities: [String: Int] = [:]

  /// Makes a device that has the list of its hub.
  ///
  /// - Parameter items: The names of items, by those of their sections.
  init(_ items: KeyValuePairs<String, [String]>) throws {
    local = NamedList(
      sections: items.map { .init(name: $0, items: $1.map { NamedList.Item(name: $0) }) })
    base = local
    let sections = local.sections
    _ = try kept.apply(
      SyncChangeset {
        for (index, section) in sections.enumerated() {
          $0.insertSection(at: index, section.json)
          $0.insertItems(section.items.map(\.json), at: ItemPath(section: index, item: 0))
        }
      })
    noted = kept
    hub = IntegratedHub(local, kept)
    (record.hub, record.hubRevision, record.mark) = ("hub", hub.revision, "mark \(hub.revision)")
    try checkIdentities()
  }

  /// Lets the user of the device change the list.
  mutating func edit(_ edit: NamedList.Edit) throws {
    let changeset = local.changeset(of: [edit])
    let applied = try kept.apply(changeset)
    let number = kept.state.revision
    let inserted = applied.identities
    changes.append(
      (
        KeyedChange(
          key: ChangeKey(name: "one", number: number), after: number - 1, changeset: changeset,
          items: inserted.insertedItems, sections: inserted.insertedSections,
          annotation: ChangeAnnotation()), applied
      ))
    pending.append(Pending(number: number, edits: local.rebase([edit]).edits))
    try checkIdentities()
  }

  /// Integrates what the hub has to say, and compares what comes of it with what arrays say.
  @discardableResult
  mutating func integrate(
    whole isWhole: Bool = false, discarding discarded: Int? = nil
  ) throws -> RebasedChanges {
    let settled = hub.settled
    let changed = LocalChanges(
      record: record, noted: noted.modelled, changes: changes, chain: record.chain,
      list: kept.modelled, discarded: discarded)
    let (answer, whole) = try hub.answer(whole: isWhole)
    let rebased = try changed.rebased(onto: answer, whole, syncing: SyncedStates())
    _ = try kept.apply(rebased.changeset, returning: rebased.inserted)
    (noted, record, changes) = (kept, rebased.record, [])
    rebaseArrays(settled: Set(settled.map(\.revision)), discarded)
    outcomes += rebased.news.outcomes
    let given = discarded.map {
      [SyncOutcome(revision: $0, kind: .refused("it was given up"))]
    }
    guard rebased.news.outcomes == (given ?? []) + settled else {
      throw SyncError.malformed("the outcomes are \(rebased.news.outcomes), and not \(settled)")
    }
    try check()
    return rebased
  }

  /// Does to the arrays what is to be done to the list.
  private mutating func rebaseArrays(settled: Set<Int>, _ discarded: Int?) {
    base = hub.list
    local = base
    pending.removeAll { settled.contains($0.number) || $0.number == discarded }
    for index in pending.indices {
      let (edits, lostCount) = local.rebase(pending[index].edits)
      pending[index].edits = edits
      pending[index].lostCount += lostCount
    }
    for (index, change) in record.pending.enumerated() where pending.indices.contains(index) {
      pending[index].items = change.items
      pending[index].sections = change.sections
    }
  }

  private mutating func check() throws {
    func require(_ found: NamedList, _ wanted: NamedList, _ what: String) throws {
      guard found != wanted else { return }
      throw SyncError.malformed("the \(what) is \(found.sections), and not \(wanted.sections)")
    }
    try require(kept.named(), local, "rebased list")
    var (next, touched) = (kept.state.nextIdentifiers, TouchedIdentities())
    let remote = try record.base(
      of: kept.modelled, syncing: SyncedStates(), next: &next, touching: &touched)
    try require(NamedList(remote.contents()), base, "base")
    let losses = record.pending.map { [$0.key.number, $0.lostCount] }
    guard losses == pending.map({ [$0.number, $0.lostCount] }) else {
      throw SyncError.malformed("pending with their losses are \(losses), and not \(pending)")
    }
    // What is noted leads to the list, and to nothing else.
    let again = try LocalChanges(
      record: record, noted: kept.modelled, chain: record.chain, list: kept.modelled
    ).rebased(onto: nil, syncing: SyncedStates())
    guard again.isEmpty, !again.isToBeWritten else {
      throw SyncError.malformed("what is noted leads to another list: \(again.changeset)")
    }
    try checkIdentities()
  }

  /// Whatever is there has the identity that it always had.
  private mutating func checkIdentities() throws {
    for (index, section) in local.sections.enumerated() {
      let id = kept.state.sectionID(at: index)?.rawValue ?? 0
      try see(section.name, id)
      for (item, row) in section.items.enumerated() {
        try see(
          row.name,
          kept.state.itemID(at: ItemPath(section: index, item: item))?.rawValue ?? 0)
      }
    }
  }

  private mutating func see(_ name: String, _ id: Int) throws {
    if let known = identities.updateValue(id, forKey: name), known != id {
      throw SyncError.malformed("\(name) has the identity \(id), and had \(known)")
    }
  }
}
