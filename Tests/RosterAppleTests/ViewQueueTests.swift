import Roster
import RosterApple
import RosterTestKit
import RosterTestSupport
import RosterToolkitModels
import Testing

/// A view that is busy now and then, and loses its window, beside its list.
@Suite("Queues of views") struct ViewQueueTests {
  private typealias List = ListDataSource<String, String, Never>

  private final class Screen {
    private(set) var view: CollectionViewModel<String>
    private(set) var queue: ViewQueue<String, String>
    private let held: Held
    private(set) var updateCount = 0
    private(set) var reasons: Set<ViewQueue<String, String>.ReloadReason> = []

    private final class Held { var cells: [[String]] = [] }

    init(_ snapshot: List.Snapshot, callCountMax: Int = 100) throws {
      let held = Held()
      held.cells = try Self.cells(snapshot)
      self.held = held
      view = CollectionViewModel { held.cells }
      view.layOut()
      queue = ViewQueue(snapshot, callCountMax: callCountMax)
    }

    static func cells(_ snapshot: List.Snapshot) throws -> [[String]] {
      try snapshot.contents().sections.map(\.items)
    }

    func add(_ batch: List.Batch) { queue.add(batch) }

    /// What the view would be told, if it were not busy.
    var nextStep: ViewQueue<String, String>.Step {
      var queue = queue
      return queue.next(isLoaded: true)
    }

    func goOn(isLoaded: Bool = true, isBusy: Bool = false) throws {
      // begin example
      switch queue.next(isLoaded: isLoaded, isBusy: isBusy) {
      case .wait: break  // again when the view is no longer busy
      case .reload(let target, let reason):
        held.cells = try Self.cells(target)
        view.reloadData()
        reasons.insert(reason)
      case .update(let updates, let target):
        let cells = try Self.cells(target)
        view.performBatchUpdates {
          held.cells = cells  // first of all, what the data source answers from
          for section in updates.deletedSections { view.deleteSection(section) }
          for section in updates.insertedSections { view.insertSection(section) }
          for path in updates.deletedItems { view.deleteItem(path) }
          for path in updates.insertedItems { view.insertItem(path) }
          for move in updates.movedItems { view.moveItem(move.source, to: move.target) }
        }
        for path in updates.updatedItems { view.showAgain(path) }
        updateCount += 1
      }
      // end example
      view.layOut()
      try #require(view.exception == nil)
      #expect(try view.shown == Self.cells(queue.shown))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aViewShowsTheListWheneverItIsNotBusy(seed: UInt64) async throws {
    let list = try List(.memory(list: "texts"))
    var changes = RandomChangesets(seed: seed)
    let screen = try Screen(list.snapshot)
    for step in 0..<80 {
      let counts = (0..<list.snapshot.sectionCount).map(list.snapshot.itemCount(inSection:))
      screen.add(
        try list.applySynchronously(changes.valid(for: counts).changeset(models: "\(step) ")))
      let isBusy = changes.random.happens(percent: 50)
      let shown = screen.queue.shown.revision
      try screen.goOn(isLoaded: !changes.random.happens(percent: 10), isBusy: isBusy)
      #expect(screen.queue.shown.revision == (isBusy ? shown : list.snapshot.revision))
    }
    try screen.goOn()
    #expect(try screen.view.shown == Screen.cells(list.snapshot))
    #expect(screen.updateCount > 10)
    #expect(screen.reasons.isSubset(of: [.notLoaded]))
    await list.close()
  }

  @Test func manyCallsAreAReload() async throws {
    let list = try List(.memory(list: "texts"))
    let screen = try Screen(list.snapshot, callCountMax: 3)
    screen.add(
      try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["a", "b", "c", "d"])
      }.batch)
    try screen.goOn()
    // The section comes with all that is in it.
    #expect(screen.updateCount == 1 && screen.reasons.isEmpty)
    screen.add(
      try list.changeSynchronously { _, change in
        try change.append(contentsOf: ["e", "f", "g", "h"])
      }.batch)
    try screen.goOn()
    #expect(screen.reasons == [.manyCalls(4)])
    await list.close()
  }

  /// What comes and goes while a view is busy is never shown.
  @Test func waitingBatchesAreOne() async throws {
    let list = try List(.memory(list: "texts"))
    _ = try list.changeSynchronously { _, change in try change.append("a") }
    let screen = try Screen(list.snapshot)
    let added = try list.changeSynchronously { _, change in try change.append("b") }
    screen.add(added.batch)
    try screen.goOn(isBusy: true)
    screen.add(try list.changeSynchronously { _, change in try change.remove(added.value) }.batch)
    guard case .update(let updates, let target) = screen.nextStep else {
      throw StorageError(.failed, "no update")
    }
    #expect(updates.hasNoCalls && target.revision == list.snapshot.revision)
    await list.close()
  }

  @Test func aBatchThatIsLeftOutIsAReload() async throws {
    let list = try List(.memory(list: "texts"))
    let screen = try Screen(list.snapshot)
    _ = try list.changeSynchronously { _, change in try change.append("a") }
    screen.add(try list.changeSynchronously { _, change in try change.append("b") }.batch)
    try screen.goOn()
    #expect(screen.reasons == [.gap])
    #expect(screen.view.shown == [["a", "b"]])
    await list.close()
  }
}
