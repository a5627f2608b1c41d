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

    /// The view is taken off the screen: it loads everything when it appears again.
    func loseWindow() { view.reloadData() }

    func appear() { view.layOut() }

    /// A step that ends with an error.
    func failStep() {
      _ = queue.next(isLoaded: true)
      queue.reloadNext()
    }

    /// The user moves an item, and the list follows.
    func moveByHand(_ batch: List.Batch) throws {
      held.cells = try Self.cells(batch.target)
      view.reloadData()
      view.layOut()
      queue.addShown(batch)
    }

    /// What the view would be told, if it were not busy.
    var nextStep: ViewQueue<String, String>.Step<ViewUpdates> {
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
        view.layOut()  // so that it has loaded that before the next update
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
      if isBusy { return }
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
      let isLoaded = !changes.random.happens(percent: 10)
      if !isLoaded { screen.loseWindow() }
      try screen.goOn(isLoaded: isLoaded, isBusy: isBusy)
      if !isLoaded, isBusy { screen.appear() }
      #expect(screen.queue.shown.revision == (isBusy ? shown : list.snapshot.revision))
    }
    try screen.goOn()
    #expect(try screen.view.shown == Screen.cells(list.snapshot))
    #expect(screen.updateCount > 10)
    #expect(screen.reasons == [.notLoaded])
    await list.close()
  }

  /// What an error has kept the view from showing is shown by a reload.
  @Test func aViewThatCouldNotShowAStepIsReloaded() async throws {
    let list = try List(.memory(list: "texts"))
    let screen = try Screen(list.snapshot)
    screen.add(try list.changeSynchronously { _, change in try change.append("a") }.batch)
    screen.failStep()
    try screen.goOn()
    #expect(screen.reasons == [.asked])
    #expect(screen.view.shown == [["a"]])
    await list.close()
  }

  /// The view has moved the item already.
  @Test func aMoveOfTheUserIsNotToldAgain() async throws {
    let list = try List(.memory(list: "texts"))
    _ = try list.changeSynchronously { _, change in try change.append(contentsOf: ["a", "b", "c"]) }
    let screen = try Screen(list.snapshot)
    let moved = try list.changeSynchronously { _, change in
      try change.move(change.state.itemIDs(inSection: 0)[0], to: 2)
    }.batch
    try screen.moveByHand(moved)
    screen.add(try list.changeSynchronously { _, change in try change.append("d") }.batch)
    try screen.goOn()
    #expect(screen.view.shown == [["b", "c", "a", "d"]] && screen.reasons.isEmpty)
    // Beside something that waits, all is loaded anew.
    screen.add(try list.changeSynchronously { _, change in try change.append("e") }.batch)
    let again = try list.changeSynchronously { _, change in
      try change.move(change.state.itemIDs(inSection: 0)[0], to: 1)
    }.batch
    try screen.moveByHand(again)
    try screen.goOn()
    #expect(screen.view.shown == [["c", "b", "a", "d", "e"]] && screen.reasons == [.asked])
    await list.close()
  }

  /// A row with another output or state is told, where it stands then, and one that comes is not.
  @Test func rowsWithOtherOutputsAreTold() async throws {
    let list = try ListDataSource<String, String, String>(.memory(list: "texts")) { text, _ in
      "<\(text)>"
    }
    _ = try list.changeSynchronously { _, change in try change.append(contentsOf: ["a", "b"]) }
    var queue = ViewQueue(list.snapshot)
    let item = try #require(try list.snapshot.item(at: 1))
    queue.add(
      try list.applySynchronously(
        Changeset(),
        states: [
          StateAssignment(
            item: .id(item.id), scope: .root, state: StoredState(value: .text("open")))
        ]))
    queue.add(try list.changeSynchronously { _, change in try change.insert("c", at: 0) }.batch)
    guard case .update(let updates, _) = queue.next(isLoaded: true) else {
      throw StorageError(.failed, "no update")
    }
    #expect(updates.insertedItems == [ItemPath(section: 0, item: 0)])
    #expect(updates.updatedItems == [ItemPath(section: 0, item: 2)])
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
