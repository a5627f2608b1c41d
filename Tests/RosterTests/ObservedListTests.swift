import Observation
import Roster
import RosterConcurrency
import RosterDerived
import RosterFaults
import RosterTestKit
import RosterTestSupport
import Testing

@MainActor @Suite("Observed lists")
struct ObservedListTests {
  private typealias Texts = ListDataSource<String, String, Never>
  private typealias Observed = ObservedList<String, String>

  private let list: Texts

  init() throws {
    let store = try SQLiteStore.inMemory()
    list = try Texts(.stored(try #require(try store.list(named: "texts"))))
  }

  /// Counts how often it is told of what a closure reads.
  @MainActor private final class Observer {
    private let read: @MainActor () -> Void
    private(set) var count = 0

    init(_ read: @escaping @MainActor () -> Void) {
      self.read = read
      observe()
    }

    private func observe() {
      withObservationTracking {
        read()
      } onChange: { [weak self] in
        // It is told on the main actor, before what it reads has changed, and observes on, so that each time counts.
        MainActor.assumeIsolated {
          self?.count += 1
          self?.observe()
        }
      }
    }

    /// Returns how often it was told since it was asked last.
    func take() -> Int {
      defer { count = 0 }
      return count
    }
  }

  private func insert(_ texts: String...) throws -> [ItemID] {
    try list.changeSynchronously { _, draft in
      if draft.state.sectionCount == 0 { try draft.insertSection("first") }
      return try draft.append(contentsOf: texts)
    }.value
  }

  @Test func eachObserverIsToldOfWhatItReads() async throws {
    let ids = try insert("a", "b", "c")
    let shown = try Observed(list)
    let places = Observer { _ = shown.sections }
    let count = Observer { _ = shown.itemCount }
    let items = ids.map(shown.item)
    let observers = items.map { item in Observer { _ = item.model } }
    let whole = Observer { _ = shown.snapshot }
    func told() -> [Int] { observers.map { $0.take() } }
    #expect(items.map(\.model) == ["a", "b", "c"])
    #expect(shown.item(ids[1]) === items[1])

    try await list.change { _, draft in try draft.update(ids[1]) { $0 += "!" } }
    await shown.shows(list.snapshot.revision)
    #expect(told() == [0, 1, 0])
    #expect((places.take(), count.take(), whole.take()) == (0, 0, 1))
    #expect(items[1].model == "b!")

    try await list.change { _, draft in try draft.move(ids[2], before: ids[0]) }
    await shown.shows(list.snapshot.revision)
    #expect(told() == [0, 0, 0])
    #expect((places.take(), whole.take()) == (1, 1))
    #expect(Array(shown.items) == [ids[2], ids[0], ids[1]])
    #expect(try shown.path(of: ids[0]) == ItemPath(section: 0, item: 1))

    try await list.change { _, draft in try draft.remove(ids[0]) }
    await shown.shows(list.snapshot.revision)
    #expect(told() == [0, 0, 0])
    #expect(items[0].model == "a", "a row that leaves keeps what it shows")
    #expect(shown.itemCount == 2 && (places.take(), whole.take()) == (1, 1))

    let section = try #require(shown.sections.first)
    try await list.change { _, draft in try draft.update(section.id, "renamed") }
    await shown.shows(list.snapshot.revision)
    #expect((places.take(), whole.take()) == (1, 1))
    #expect(shown.sections.map(\.model) == ["renamed"])

    for _ in 0..<2 { try await list.apply(.undo()) }
    await shown.shows(list.snapshot.revision)
    #expect(items[0].model == "a")
    #expect(shown.failure == nil)
  }

  /// What is shown is the list, and who is told is who has to be, whatever happens.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func observersAreToldOnceForEachChange(seed: UInt64) async throws {
    var changes = RandomChangesets(seed: seed)
    let shown = try Observed(list)
    let places = Observer { _ = shown.sections.map(\.items.count) }
    var items: [ItemID: (item: ObservedItem<String>, observer: Observer)] = [:]
    for step in 0..<40 {
      let before = list.snapshot
      let batch = try await list.apply(
        .changeset(
          changes.valid(
            for: (0..<before.sectionCount).map(before.state.itemCount(inSection:))
          ).changeset(models: "\(step) ")))
      await shown.shows(batch.target.revision)
      let outline = batch.changes.changeset.outline
      let updated = Set(try outline.updatedItems.compactMap { try before.state.itemID(at: $0) })
      for (id, (_, observer)) in items {
        #expect(observer.take() == (updated.contains(id) ? 1 : 0), "seed \(seed), step \(step)")
      }
      let touchesPlaces =
        !(outline.removedItems.isEmpty && outline.insertedItems.isEmpty
        && outline.movedItems.isEmpty && outline.removedSections.isEmpty
        && outline.insertedSections.isEmpty && outline.movedSections.isEmpty
        && outline.updatedSections.isEmpty)
      #expect(places.take() == (touchesPlaces ? 1 : 0), "seed \(seed), step \(step)")
      #expect(shown.sections.map(\.id) == batch.target.state.sectionIDs)
      #expect(try shown.sections.map(\.model) == batch.target.sectionModels())
      let ids = shown.sections.map { Array($0.items) }
      #expect(
        try ids
          == (0..<batch.target.sectionCount).map { try batch.target.state.itemIDs(inSection: $0) })
      #expect(ids.flatMap { $0 } == Array(shown.items))
      for (id, model) in zip(
        shown.items,
        try (0..<batch.target.sectionCount).flatMap {
          try batch.target.models(inSection: $0)
        })
      {
        let item = shown.item(id)
        #expect(item.model == model, "seed \(seed), step \(step)")
        if items[id] == nil { items[id] = (item, Observer { _ = item.model }) }
      }
    }
    #expect(shown.failure == nil)
  }

  private struct Heading: VersionedModel {
    static var modelVersion: Int { 1 }
    var name: String

    static func model(migrating earlier: EarlierModel) throws -> Heading {
      try earlier.decode(Heading.self)
    }
  }

  private struct LaterHeading: VersionedModel {
    static var modelVersion: Int { 2 }
    var title: String

    static func model(migrating earlier: EarlierModel) throws -> LaterHeading {
      LaterHeading(title: try earlier.decode(Heading.self).name)
    }
  }

  /// A later release has renamed one section: that one cannot be read, the others are as they were.
  @Test func aHeadingThatCannotBeReadIsOneOfMany() async throws {
    let store = try SQLiteStore.inMemory()
    let stored = try #require(try store.list(named: "folders"))
    let list = try ListDataSource<String, Heading, Never>(.stored(stored))
    let ids = try list.changeSynchronously { _, draft in
      try (0..<5).map { try draft.insertSection(Heading(name: "\($0)")) }
    }.value
    await list.close()
    let later = try ListDataSource<String, LaterHeading, Never>(.stored(stored))
    try await later.change { _, draft in try draft.update(ids[2], LaterHeading(title: "two")) }
    await later.close()

    let reopened = try ListDataSource<String, Heading, Never>(.stored(stored))
    let shown = try ObservedList(reopened)
    // Reads the failure before what fails: it is told of it all the same.
    let observer = Observer { _ = (shown.failure == nil, shown.sections) }
    #expect(shown.sections.map(\.model?.name) == ["0", "1", nil, "3", "4"])
    #expect((shown.failure as? StorageError)?.code == .newerModel)
    // It is told when the main actor is free.
    await Task {}.value
    #expect(observer.take() == 1)
    try await reopened.change { _, draft in try draft.update(ids[2], Heading(name: "2")) }
    await shown.shows(reopened.snapshot.revision)
    #expect(shown.sections.map(\.model?.name) == ["0", "1", "2", "3", "4"])
    await reopened.close()
  }

  /// Another process has a later release, so this one cannot follow it any more, and a screen says so.
  @Test func aListThatCannotBeFollowedSaysSo() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "folders.sqlite")
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let list = try ListDataSource<Heading, String, Never>(
      .file(path, list: "folders"), configuration: configuration)
    let shown = try ObservedList(list)
    let later = try ListDataSource<LaterHeading, String, Never>(
      .file(path, list: "folders"), configuration: configuration)
    try await later.change { _, draft in try draft.append(LaterHeading(title: "one")) }
    await shown.shows(1)
    #expect((shown.failure as? StorageError)?.code == .newerModel)
    #expect(shown.itemCount == 0)
    await later.close()
    await list.close()
  }

  /// A passing failure of the file is no end.
  @Test func aBusyFileIsReadAgain() async throws {
    let store = FaultyStore(try SQLiteStore.inMemory())
    var configuration = DataSourceConfiguration()
    configuration.subscriberBufferCountMax = 1
    let list = try Texts(.stored(store.list(named: "texts")), configuration: configuration)
    let shown = try Observed(list)
    store.fail(.journal, count: 3, with: StorageError(.busy, "another connection writes"))
    // The main actor does not get to the batches, so the journal has them.
    for number in 0..<20 {
      try list.changeSynchronously { _, draft in try draft.append("\(number)") }
    }
    await shown.shows(20)
    #expect(store.isHealthy)
    #expect(shown.failure == nil && shown.itemCount == 20)
    await list.close()
  }

  @Test func aListIsFollowedForAsLongAsItIsShown() async throws {
    weak var item: ObservedItem<String>?
    weak var released: Observed?
    do {
      let ids = try insert("a")
      let shown = try Observed(list)
      released = shown
      do {
        let first = shown.item(ids[0])
        #expect(first.model == "a")
        item = first
      }
      #expect(item == nil, "an item that is not shown is not kept")
      #expect(shown.item(ids[0]).model == "a")
    }
    #expect(released == nil)
    let shown = try Observed(list)
    await list.close()
    await shown.shows(1_000_000)
    #expect(shown.failure == nil && Array(shown.items).count == 1)
  }

  @Test func anItemThatComesBackHasTheModelWithWhichItDoes() async throws {
    let ids = try insert("a", "b")
    let long = try list.derived("long", version: "1").where { $0.count < 3 }.open()
    let shown = try ObservedList(long.list)
    let item = shown.item(ids[0])
    let observer = Observer { _ = item.model }
    #expect(item.model == "a")
    for text in ["a!!", "a!"] {
      try await list.change { _, draft in try draft.update(ids[0]) { $0 = text } }
      try await long.bringUpToDate()
      await shown.shows(long.list.snapshot.revision)
    }
    #expect(item.model == "a!" && observer.take() == 1)
    #expect(shown.items.first == ids[0])
  }

  @Test func manyItemsAreObservedAndForgotten() async throws {
    let ids = try list.changeSynchronously { _, draft in
      try draft.append(contentsOf: (0..<2_000).map { "\($0)" })
    }.value
    let shown = try Observed(list)
    for id in ids { #expect(shown.item(id).model != nil) }
    let kept = [ids[0], ids[1_999]].map(shown.item)
    try await list.change { _, draft in for id in ids { try draft.update(id) { $0 += "!" } } }
    await shown.shows(list.snapshot.revision)
    #expect(kept.map(\.model) == ["0!", "1999!"])
    #expect(shown.items[1_000] == ids[1_000])
  }
}
