import Roster
import RosterNavigation
import RosterTestKit
import RosterTestSupport
import Testing

@testable import RosterChild

/// Navigation in a file.
struct NavigatorTests {
  private typealias List = NavigationList<PhotoRoute>
  private typealias State = NavigationState<PhotoRoute>
  private typealias Operation = NavigationOperation<PhotoRoute>

  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "photos.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Navigator<PhotoRoute> {
    try NavigationChild.navigator(path, .normal)
  }

  /// The state in the file, read beside a navigator that is open.
  private func stored() throws -> State {
    let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
    let list = try #require(try store.list(named: "navigation", create: false))
    return try Navigator(
      List(storage: list, codec: JSONModelCodec(), sectionCodec: JSONModelCodec()),
      tabs: PhotoRoute.tabs
    ).state
  }

  private static func routes(_ state: State) -> [PhotoRoute] { state.chain.map(\.route) }

  @Test func stateIsInTheFile() async throws {
    let navigator = try open()
    try await navigator.perform(.push(.photo(1)))
    let state = try await navigator.perform(.present(.share(1)))
    await navigator.list.close()
    let again = try open()
    #expect(try again.state == state)
    #expect(try await Self.routes(again.perform(.back)) == [.photos, .photo(1)])
    #expect(try await Self.routes(again.perform(.back)) == [.photos])
    await #expect(throws: NavigationError.self) { try await again.perform(.back) }
  }

  @Test func quickOperationsAreCarriedOutOneAfterTheOther() async throws {
    let navigator = try open()
    for number in 1...4 { navigator.enqueue(.push(.photo(number))) }
    let backs = (0..<2).map { _ in navigator.enqueue(.back) }
    for back in backs { _ = try await back.value.get() }
    #expect(try Self.routes(navigator.state) == [.photos, .photo(1), .photo(2)])
  }

  @Test func operationThatChangesNothingMakesNoRevision() async throws {
    let navigator = try open()
    let revision = navigator.list.snapshot.revision
    for operation in [Operation.popToRoot, .select(tab: "photos"), .backTo(depth: 3)] {
      try await navigator.perform(operation)
    }
    try await navigator.perform(.open(NavigationPath(pages: [.photos])))
    #expect(navigator.list.snapshot.revision == revision)
  }

  @Test func journalSaysWhatWasDone() async throws {
    let navigator = try open()
    let batches = try navigator.list.batches()
    try await navigator.perform(.push(.photo(7)))
    var iterator = batches.makeAsyncIterator()
    let annotation = try #require(try await iterator.next()).changes.annotation
    #expect(annotation.origin == "push")
    #expect(
      annotation.userInfo["navigation"]?.canonicalText == #"{"push":{"_0":{"photo":{"_0":7}}}}"#)
    #expect(try annotation.operation(to: PhotoRoute.self) == .push(.photo(7)))
    #expect(try ChangeAnnotation(origin: "push").operation(to: PhotoRoute.self) == nil)
    #expect(throws: StorageError.self) { try annotation.operation(to: Int.self) }
  }

  // MARK: Undo

  /// All sequences of three operations, and back again one by one.
  @Test func undoOfEachOperationGivesTheFormerState() async throws {
    let navigator = try open()
    let operations: [Operation] = [
      .push(.photo(1)), .back, .popToRoot, .replace(.photo(2)), .present(.share(1)), .dismiss,
      .select(tab: "settings"),
      .open(NavigationPath(tab: "photos", pages: [.photos, .photo(1)], modals: [[.share(1)]])),
    ]
    func visit(_ depth: Int) async throws {
      for operation in operations {
        let before = try navigator.state
        do throws(NavigationError) {
          guard try await navigator.perform(operation) != before else { continue }
        } catch { continue }
        let after = try navigator.state
        if depth > 1 {
          // What memory and file say is the same.
          #expect(try stored() == after)
          #expect(try await navigator.undo() == before, "\(operation)")
          #expect(try await navigator.redo() == after, "\(operation)")
          try await visit(depth - 1)
        }
        #expect(try await navigator.undo() == before, "\(operation)")
      }
    }
    try await visit(3)
    #expect(try SQLiteStore(path: path).check(journalTail: 50) == [])
  }

  @Test func changeThatMadeTheListIsNotUndone() async throws {
    let navigator = try open()
    try await navigator.perform(.push(.photo(1)))
    try await navigator.undo()
    await #expect(throws: NavigationError.self) { try await navigator.undo() }
    #expect(try Self.routes(navigator.state) == [.photos])
    try await navigator.redo()
    #expect(try Self.routes(navigator.state) == [.photos, .photo(1)])
  }

  // MARK: Several writers

  @Test func operationsOfTwoNavigatorsAreAllCarriedOut() async throws {
    func shared() throws -> Navigator<PhotoRoute> {
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      return try Navigator(
        List(.file(path, list: "navigation"), configuration: configuration),
        tabs: PhotoRoute.tabs)
    }
    let navigators = [try shared(), try shared()]
    try await withThrowingTaskGroup { group in
      for (index, navigator) in navigators.enumerated() {
        group.addTask {
          for number in 0..<20 { try await navigator.perform(.push(.photo(100 * index + number))) }
        }
      }
      try await group.waitForAll()
    }
    let found = try Self.routes(stored())
    #expect(found.count == 41)
    for index in 0..<2 {
      let own = found.filter { if case .photo(let n) = $0 { n / 100 == index } else { false } }
      #expect(own == (0..<20).map { .photo(100 * index + $0) })
    }
  }

  @Test func changesOfOthersAreFollowedAndRepaired() async throws {
    let navigator = try open()
    try await navigator.perform(.push(.photo(1)))
    let changes = try navigator.changes()
    var iterator = changes.makeAsyncIterator()
    // The file is edited by hand: the tab of photos is gone, and a modal without pages is there.
    try await navigator.list.apply(
      Changeset {
        $0.removeSection(at: 0)
        $0.insertSection(at: 0, .modal)
      })
    let change = try #require(try await iterator.next())
    #expect(change.before == changes.start)
    #expect(change.after == (try navigator.state))
    #expect(Self.routes(change.after) == [.photos] && change.transition == .replace)
    #expect(navigator.list.snapshot.sectionCount == 2)
    await navigator.list.close()
    #expect(try await iterator.next() == nil)
  }

  @Test func changesAreThoseOfTheOperationsInOrder() async throws {
    let navigator = try open()
    let revision = navigator.list.snapshot.revision
    var expected: [State] = []
    for operation in [Operation.push(.photo(1)), .present(.share(1)), .back, .back] {
      expected.append(try await navigator.perform(operation))
    }
    try await navigator.undo()
    var iterator = try navigator.changes(after: revision).makeAsyncIterator()
    var found: [NavigationChange<PhotoRoute>] = []
    while let change = try await iterator.nextIfPublished() { found.append(change) }
    #expect(found.dropLast().map(\.after) == expected)
    #expect(found.map(\.transition) == [.push, .present, .dismiss, .pop, .push])
    #expect(found.map(\.annotation.origin).prefix(2) == ["push", "present"])
  }

  // MARK: Other contents

  @Test func listOfOtherTabsIsMadeValidByOneChange() async throws {
    let navigator = try open()
    try await navigator.perform(.push(.photo(1)))
    let page = try navigator.state.visiblePage
    await navigator.list.close()
    let tabs = [
      NavigationTab("news", root: PhotoRoute.comments(0)),
      NavigationTab("photos", root: PhotoRoute.photos),
    ]
    let list = try List(.file(path, list: "navigation"))
    let revision = list.snapshot.revision
    let other = try Navigator(list, tabs: tabs)
    #expect(list.snapshot.revision == revision + 1)
    #expect(try other.state.tabs.map(\.tab) == ["news", "photos"])
    #expect(try other.state.visiblePage == page)
  }

  /// The routes of an older version of the application.
  private struct OldRoute: Codable, Hashable, Sendable {
    var page: String
  }

  @Test func routesOfAnotherVersionAreRefusedOrLeft() async throws {
    let old = try Navigator(
      NavigationList<OldRoute>(.file(path, list: "navigation")), root: OldRoute(page: "start"))
    await old.list.close()
    #expect {
      try open()
    } throws: { error in
      guard case NavigationError.storage(let error) = error else { return false }
      return error.code == .undecodable
    }
    let list = try List(.file(path, list: "navigation"))
    let anew = try Navigator(list, tabs: PhotoRoute.tabs, unreadable: .startAnew)
    #expect(try Self.routes(anew.state) == [.photos])
    try await anew.perform(.push(.photo(1)))
    await list.close()
    #expect(try Self.routes(open().state) == [.photos, .photo(1)])
    #expect(try SQLiteStore(path: path).check(journalTail: 50) == [])
  }

  @Test func sectionThatIsNoLayerIsRefused() throws {
    for text in ["{}", "{\"modal\":false}", "7"] {
      #expect(throws: (any Error).self) {
        try JSONModelCodec<NavigationLayer>().decode(.text(text))
      }
    }
    for layer in [NavigationLayer.modal, .tab("a", isSelected: true), .tab("", isSelected: false)] {
      let codec = JSONModelCodec<NavigationLayer>()
      #expect(try codec.decode(codec.encode(layer)) == layer)
    }
  }
}
