import Roster
import RosterNavigation
import RosterTestKit
import Testing

/// The code in the comments of `RosterNavigation`. What asks a server, shows pages or follows batches without
/// end is compiled only.
@Suite("Examples: comments on navigation") struct DocCommentExamples {
  // begin example
  enum PhotoRoute: RoutePath {
    case photos, photo(Int), comments(Int)

    func segments(above page: PhotoRoute?) -> [String] {
      switch self {
      case .photos: ["photos"]
      case .photo(let number): ["\(number)"]
      case .comments: ["comments"]
      }
    }

    static func read(
      _ segments: inout ArraySlice<String>, above page: PhotoRoute?
    ) -> PhotoRoute? {
      switch (page, segments.popFirst()) {
      case (nil, "photos"): .photos
      case (.photos, let text?): Int(text).map { .photo($0) }
      case (.photo(let number), "comments"): .comments(number)
      default: nil
      }
    }
  }
  // end example

  @Test func aRouteIsRead() {
    var segments = ["12", "comments"][...]
    #expect(PhotoRoute.read(&segments, above: .photos) == .photo(12))
    #expect(PhotoRoute.read(&segments, above: .photo(12)) == .comments(12))
  }

  // MARK: Applications

  struct Photos: Codable, Equatable {
    var text = ""
    var names: [String] = []
  }

  enum PhotoMessage: Codable, Sendable {
    case search(String)
    case found([String])
  }

  struct Server: Sendable {
    func search(_ text: String) async -> [String] { [text] }
  }

  private func run(_ path: String, _ server: Server) async throws {
    // begin example
    let loop = try ApplicationLoop(
      ApplicationList<Photos>(.file(path, list: "application")), first: Photos()
    ) { (photos, message: PhotoMessage) in
      switch message {
      case .search(let text):
        photos.text = text
        return [.run("search") { send in await send(.found(server.search(text))) }]
      case .found(let names):
        photos.names = names
        return []
      }
    }
    try await loop.perform(.search("sea"))
    // end example
  }

  private func replay(
    _ list: ApplicationList<Photos>, _ update: ApplicationLoop<Photos, PhotoMessage>.Update
  ) async throws {
    // begin example
    let replay = try await ApplicationReplay(of: list, update: update)
    for step in replay.steps { print(step.revision, step.message as Any, step.state) }
    if let step = replay.firstDifference { print("another state at \(step.revision)") }
    // end example
  }

  private enum Comments {
    enum PhotoMessage: Codable { case comment(String, String) }

    static func add(
      _ changeset: Changeset<String, String>, to comments: ListDataSource<String, String, Never>
    ) async throws {
      // begin example
      let annotation = try ChangeAnnotation(message: PhotoMessage.comment("p7", "What a light!"))
      try await comments.apply(changeset, annotation)
      // end example
    }
  }

  private func search(_ text: String, _ server: Server) -> [Effect<PhotoMessage>] {
    // begin example
    return [.run("search") { send in await send(.found(server.search(text))) }]
    // end example
  }

  // MARK: Navigators

  private enum Tabs {
    enum PhotoRoute: Codable, Hashable {
      case photos, settings
      case photo(Int)
    }

    static func navigate(_ path: String) async throws -> [PhotoRoute] {
      // begin example
      let navigator = try Navigator(
        NavigationList<PhotoRoute>(.file(path, list: "navigation")),
        tabs: [NavigationTab("photos", root: .photos), NavigationTab("settings", root: .settings)])
      try await navigator.perform(.push(.photo(12)))
      try await navigator.perform(.back)
      // end example
      return try navigator.state.chain.map(\.route)
    }
  }

  @Test func pagesComeAndGo() async throws {
    let folder = try TemporaryFolder()
    #expect(try await Tabs.navigate(folder.path(of: "photos.sqlite")) == [.photos])
  }

  private func operations(
    of navigator: Navigator<PhotoRoute>, after oldest: Revision
  ) async throws {
    // begin example
    for try await batch in try navigator.list.batches(after: oldest) {
      print(try batch.changes.annotation.operation(to: PhotoRoute.self) as Any)
    }
    // end example
  }

  private final class PhotoPage: NavigationPage {
    init(_ route: PhotoRoute, _ id: ItemID?) throws {}

    func close() {}
  }

  private struct Host {
    func play(_ transition: PresentedTransition<PhotoRoute>, ended: () -> Void) { ended() }
    func show(address: NavigationPath<PhotoRoute>?) {}
  }

  @MainActor private func present(_ navigator: Navigator<PhotoRoute>, on host: Host) async throws {
    // begin example
    let presenter = NavigationPresenter(navigator) { page in try PhotoPage(page.route, page.id) }
    presenter.onTransition = { transition in
      host.play(transition) { presenter.finish(transition) }
    }
    presenter.onFinish = { changes in host.show(address: changes.last?.after.path) }
    try await presenter.run()
    // end example
  }
}
