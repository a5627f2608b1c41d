import RosterCore
import RosterEngine
import RosterStore
import RosterTestKit
import Testing

@testable import RosterNavigation
@testable import RosterChild

/// A presenter with the pages of an application, over a list in a file.
@MainActor
struct NavigationPresenterTests {
  private typealias Presenter = NavigationPresenter<PhotoRoute, RecordedPage>

  @MainActor
  private final class Record {
    var lines: [String] = []
    var failing: Set<PhotoRoute> = []
    var transitions: [PresentedTransition<PhotoRoute>] = []
  }

  private final class RecordedPage: NavigationPage {
    let name: String
    let say: (String) -> Void

    init(_ name: String, _ say: @escaping (String) -> Void) {
      self.name = name
      self.say = say
      say("open \(name)")
    }

    func appear() { say("appear \(name)") }
    func disappear() { say("disappear \(name)") }
    func close() { say("close \(name)") }
  }

  private struct Refusal: Error {}

  private let folder: TemporaryFolder
  private let navigator: Navigator<PhotoRoute>
  private let record = Record()
  private let presenter: Presenter

  init() throws {
    folder = try TemporaryFolder()
    navigator = try NavigationChild.navigator(folder.path(of: "photos.sqlite"), .normal)
    let record = record
    presenter = Presenter(navigator) { page in
      if record.failing.contains(page.route) { throw Refusal() }
      return RecordedPage("\(page.route)") { line in
        MainActor.assumeIsolated { record.lines.append(line) }
      }
    }
    presenter.onFinish = { record.lines.append("finish \($0.count)") }
    presenter.onFailure = { page, _ in record.lines.append("failed \(page.route)") }
  }

  private func present(_ operation: NavigationOperation<PhotoRoute>) async throws {
    var changes = try navigator.changes().makeAsyncIterator()
    try await navigator.perform(operation)
    let change = try await changes.next()
    presenter.present(try #require(change))
  }

  @Test func pagesAreOpenedShownAndClosedWithTheirRoutes() async throws {
    presenter.present(try navigator.state)
    try await present(.push(.photo(1)))
    try await present(.back)
    #expect(
      record.lines == [
        "open photos", "appear photos", "open photo(1)", "disappear photos", "appear photo(1)",
        "finish 1", "disappear photo(1)", "appear photos", "close photo(1)", "finish 1",
      ])
    presenter.removeAll()
    #expect(record.lines.suffix(2) == ["disappear photos", "close photos"])
    #expect(presenter.openPageCount == 0 && presenter.state == nil)
  }

  @Test func backIsFinishedAfterItsTransitionAndWorkWaitsForIt() async throws {
    try await navigator.perform(.push(.photo(1)))
    presenter.present(try navigator.state)
    presenter.onTransition = { [record] in record.transitions.append($0) }
    try await present(.back)
    let transition = try #require(record.transitions.first)
    #expect(transition.transition == .pop && presenter.isInTransition)
    presenter.whenStill { [record] in record.lines.append("a batch") }
    let played = [
      "open photo(1)", "appear photo(1)", "open photos", "disappear photo(1)", "appear photos",
    ]
    #expect(record.lines == played)
    presenter.finish(transition)
    #expect(record.lines == played + ["close photo(1)", "finish 1", "a batch"])
    presenter.whenStill { [record] in record.lines.append("at once") }
    #expect(record.lines.last == "at once" && !presenter.isInTransition)
  }

  @Test func pageThatFailsToOpenIsToldNothingAndCanBeRetried() async throws {
    record.failing = [.photo(1)]
    presenter.present(try navigator.state)
    try await present(.push(.photo(1)))
    #expect(presenter.visiblePage == nil)
    record.failing = []
    presenter.retry()
    #expect(
      record.lines.dropFirst(2) == [
        "failed photo(1)", "disappear photos", "finish 1", "open photo(1)", "appear photo(1)",
      ])
    #expect(presenter.visiblePage?.name == "photo(1)")
  }

  @Test func runningPresenterFollowsTheListUntilItIsClosed() async throws {
    let finished = AsyncStream<NavigationState<PhotoRoute>>.makeStream()
    presenter.onFinish = { changes in
      if let change = changes.last { finished.continuation.yield(change.after) }
    }
    let running = Task { try await presenter.run() }
    try await navigator.perform(.push(.photo(1)))
    for operation in [
      NavigationOperation<PhotoRoute>.push(.photo(2)), .back, .select(tab: "settings"),
    ] {
      try await navigator.perform(operation)
    }
    await navigator.list.close()
    try await running.value
    #expect(presenter.state == (try navigator.state))
    #expect(presenter.visiblePage?.name == "settings")
  }
}
