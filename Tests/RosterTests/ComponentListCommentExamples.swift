import Roster
import RosterComponentLists
import RosterComponents
import RosterLayout
import RosterWidgets

/// The code in the comments of lists of components: of `RosterComponentLists`, and of modules below it where
/// they name such a list. It is compiled only.
enum ComponentListCommentExamples {
  struct Post: Codable, Equatable, Sendable {
    var title = ""
  }

  struct Day: Codable, Sendable {
    var name = ""
  }

  enum FeedMessage: Sendable { case opened }

  struct PostRow: Component {
    let post: Post

    init(_ post: Post) { self.post = post }

    func body(_ scope: Scope<Self>) -> Node<FeedMessage> {
      Text(post.title)
    }
  }

  struct Row: Component {
    struct State: ComponentState { var isOpen = false }

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
  }

  struct PhotoRow: Component {
    struct State: ComponentState { var isOpen = false }

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("row") }
  }

  struct PhotoCard: Component, Equatable {
    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("card") }
  }

  typealias Feed = ComponentList<Post, Day, FeedMessage>

  static func open(_ path: String) throws -> Feed {
    // begin example
    let posts = try ComponentList<Post, Day, FeedMessage>(.file(path, list: "feed")) { post, _ in
      PostRow(post)
    }
    // end example
    return posts
  }

  static func configure(
    _ list: Feed, _ dark: ComponentEnvironment, _ wide: LayoutConstraints
  ) async throws {
    // begin example
    try await list.apply(.configuration(.environment(dark), .layout(wide)))
    // end example
  }

  static func perform(_ show: Action<Int>, _ list: Feed, _ photos: ItemID) async throws {
    // begin example
    try await list.apply(.action(show, 3, in: .id(photos)))
    // end example
  }

  static func perform(in carousel: ScopePath, _ list: Feed, _ photos: ItemID) async throws {
    // begin example
    let show = Action<Int>(named: "show", in: carousel)
    try await list.apply(.action(show, 3, in: .id(photos)))
    // end example
  }

  static func show(
    _ tree: ComponentTree<FeedMessage>, _ list: Feed, _ photos: ItemID
  ) async throws {
    // begin example
    let show = Carousel<PhotoCard>.show(in: tree.paths(of: Carousel<PhotoCard>.self)[0])
    try await list.apply(.action(show, 3, in: .id(photos)))
    // end example
  }

  static func update(_ list: Feed, _ item: ItemID) async throws {
    // begin example
    try await list.apply(.update(.root, of: Row.self, in: .id(item)) { $0.isOpen = true })
    // end example
  }

  static func state(
    at path: ItemPath, in snapshot: ListSnapshot<Post, Day>
  ) throws -> PhotoRow.State? {
    // begin example
    let states = try snapshot.states(at: path) ?? [:]
    let state = try states[.root]?.decoded(as: PhotoRow.self)
    // end example
    return state
  }

  @MainActor static func follow(
    _ host: ControllerHost<Int>,
    _ batches: BatchSequence<Post, Day, ComponentTree<FeedMessage>>,
    render: @escaping (Feed.Batch) -> Void
  ) -> Task<Void, any Error> {
    // begin example
    let task = Task { try await host.follow(batches) { batch in render(batch) } }
    // end example
    return task
  }
}
