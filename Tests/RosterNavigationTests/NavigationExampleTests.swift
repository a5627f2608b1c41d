import Roster
import RosterLayout
import RosterNavigation
import RosterTestKit
import Testing

// begin example
enum AlbumRoute: Codable, Hashable, Sendable {
  case albums
  case album(String)
  case photo(Int)
  case help
}
// end example

// begin example
final class AlbumPage: NavigationPage {
  let route: AlbumRoute

  init(_ route: AlbumRoute) { self.route = route }

  func appear() { print("appear", route) }
  func disappear() { print("disappear", route) }
  func close() { print("close", route) }
}
// end example

// begin example
struct Search: Codable, Equatable, Sendable {
  var text = ""
  var names: [String] = []
}

enum SearchMessage: Codable, Sendable {
  case search(String)
  case found([String])
}
// end example

/// The code of the article about navigation.
struct NavigationExampleTests {
  @Test @MainActor func pagesAreNavigatedAndPresented() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "albums.sqlite")
    // begin example
    let navigator = try Navigator(
      NavigationList<AlbumRoute>(.file(path, list: "navigation")),
      tabs: [NavigationTab("albums", root: .albums), NavigationTab("help", root: .help)])
    try await navigator.perform(.push(.album("summer")))
    try await navigator.perform(.push(.photo(12)))
    let state = try await navigator.perform(.back)  // durable, also after kill -9
    print(state.visiblePage.route, state.chain.count)
    try await navigator.undo()  // the photo is there again, as the same item
    // end example
    #expect(state.chain.map(\.route) == [.albums, .album("summer")])
    #expect(try navigator.state.visiblePage.route == .photo(12))
    await navigator.list.close()
    // begin example
    let presenter = NavigationPresenter(navigator) { page in AlbumPage(page.route) }
    presenter.onTransition = { transition in
      // A host plays these, and calls `finish` when they have ended.
      _ = transition.transition.animations(in: Size(width: 80, height: 24))
      presenter.finish(transition)
    }
    presenter.onFinish = { changes in print("finished", changes.count) }
    try await presenter.run()  // until the list is closed
    // end example
    #expect(presenter.visiblePage?.route == .photo(12))
    presenter.removeAll()
  }

  @Test func messagesAreProcessedAndReplayed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "search.sqlite")
    // begin example
    let update: ApplicationLoop<Search, SearchMessage>.Update = { search, message in
      switch message {
      case .search(let text):
        search.text = text
        return [.run("search") { send in await send(.found([text.uppercased()])) }]
      case .found(let names):
        search.names = names
        return []
      }
    }
    let loop = try ApplicationLoop(
      ApplicationList<Search>(.file(path, list: "search")), first: Search(), update: update)
    try await loop.perform(.search("sea"))
    await loop.idle()
    print(try loop.state.names)

    let replay = try await ApplicationReplay(of: loop.list, update: update)
    print(replay.steps.count, replay.firstDifference == nil)
    // end example
    #expect(try loop.state.names == ["SEA"])
    #expect(replay.steps.count == 3 && replay.firstDifference == nil)
  }
}
