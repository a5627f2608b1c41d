import RosterComponents
import RosterCore
import RosterJSON
import RosterLayout
import Testing

/// The code in the comments of `RosterComponents` and `RosterLayout`.
///
/// Parts of bodies and controllers are compiled only: they show how something is written.
@Suite("Examples: comments on components") struct DocCommentExamples {
  struct Post: Equatable, Identifiable, Sendable {
    var id = 0
    var isShared = false
    var shareCount = 0
  }

  /// A row that says what it is of.
  struct PostRow: Component {
    let post: Post
    var onSelect = Action<Int>()

    init(_ post: Post, onSelect: Action<Int> = Action()) {
      (self.post, self.onSelect) = (post, onSelect)
    }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("row").on(.tap, onSelect(post.id))
    }
  }

  /// A component that shows a text.
  struct Label: Component {
    var text = ""

    init(_ text: String = "") { self.text = text }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("label") }
  }

  // begin example
  struct LikeButton: Component {
    struct State: ComponentState { var isLiked = false }

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("button")
        .attribute("title", scope.state.isLiked ? "♥" : "♡")
        .on(.tap, scope.edit("like") { state in state.isLiked.toggle() })
    }
  }
  // end example

  // MARK: Actions

  struct PostList: Component {
    enum Message: Sendable { case selected(Int) }

    let posts: [Post]

    // begin example
    func body(_ scope: Scope<Self>) -> Node<Message> {
      for post in posts {
        PostRow(post, onSelect: scope.send("select") { (id: Int) in .selected(id) })
      }
    }
    // end example
  }

  // begin example
  enum Reaction: String, Codable, ActionArgument { case like, laugh }
  // end example

  @Test func actionsAreBound() {
    do {
      // begin example
      let open = Action<Int, String>(named: "open")
      let openSeven = Action(open, binding: 7)  // Action<String>
      // end example
      #expect(openSeven("now") == open(7, "now"))
    }
    #expect(Reaction.like.json == .string("like"))
  }

  @NodeBuilder<Never> private func buttons() -> Node<Never> {
    // begin example
    ViewNode("button").on(.tap, PlainAction(named: "close"))
    // end example
    // begin example
    let open = Action<Int, String>(named: "open")
    ViewNode("button").on(.tap, open(7, "now"))
    // end example
  }

  struct OpenedPost: Component {
    enum Message: Sendable { case liked, opened }

    var title = ""

    func body(_ scope: Scope<Self>) -> Node<Message> {
      // begin example
      ViewNode("button").on(.tap, scope.send("like", .liked))
      // end example
      // begin example
      ViewNode("row") {
        ViewNode("label").attribute("text", .string(title))
        LikeButton()
      }
      .on(.tap, scope.send("open") { .opened })
      // end example
    }
  }

  private struct SelectionList: Component {
    struct State: ComponentState { var selection: Int? }

    struct Row: Sendable {
      var id: Int
      var title: String
    }

    struct RowButton: Component {
      let action: Action<>

      init(_ title: String, onTap action: Action<>) { self.action = action }

      func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("button").on(.tap, action) }
    }

    let rows: [Row]

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> {
      // begin example
      let select = scope.edit("select") { (state, id: Int) in state.selection = id }
      for row in rows { RowButton(row.title, onTap: select(row.id)) }
      // end example
    }
  }

  // MARK: Animations
  // begin example
  struct Comment: AnimatedComponent {
    struct State: ComponentState { var isOpen = false }

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("comment") }

    func initialAnimations(_ state: State) -> [AnimationSpec] { [.alpha(from: 0)] }

    func changeAnimations(
      from previous: BuiltComponent<Self>, _ state: State
    ) -> [AnimationSpec] {
      previous.state.isOpen == state.isOpen ? [] : [.bounds()]
    }
  }
  // end example

  private func animated(_ post: Post) -> Node<Never> {
    // begin example
    Node { PostRow(post) }.animated(initial: [.alpha(from: 0)], final: [.alpha(to: 0)])
    // end example
  }

  private typealias Page = CountLabel

  private func page(_ number: Int) -> Node<Never> {
    // begin example
    Node { Page(number) }.transition(
      on: number, initial: [.alpha(from: 0)], final: [.alpha(to: 0)])
    // end example
  }

  // MARK: Boxes

  private struct Diagonal: LayoutRule {
    func layout(
      _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
    ) -> RuleLayout {
      StaticRule([]).layout(children, in: range, parentSize: parentSize)
    }
  }

  struct CountLabel: Component {
    let count: Int

    init(_ count: Int) { self.count = count }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("label") }
  }

  private typealias Badge = CountLabel
  private typealias ShareCount = CountLabel
  private typealias StepView = Label
  private typealias Photo = Label
  private typealias Portrait = Label
  private typealias Caption = Label
  private typealias Headline = PostRow

  @NodeBuilder<Never>
  private func boxes(
    _ steps: [String], _ photos: [String], _ author: String, _ post: Post, _ count: Int
  ) -> Node<Never> {
    // begin example
    CustomLayout(Diagonal()) {  // a `LayoutRule` of the application
      for step in steps { StepView(step) }
    }
    // end example
    // begin example
    StaticBox([.init(Point(x: 4, y: 0)), .init(Point(x: 40, y: 8))]) {
      ViewNode("sun")
      ViewNode("cloud")
    }
    // end example
    // begin example
    Flex(.row) {
      Portrait(author)
      Headline(post).grow(1)
    }
    .gap(8).alignItems(.center)
    // end example
    // begin example
    GridBox(columns: [.autoFill([.minmax(.points(100), .fraction(1))])], gap: 4) {
      for photo in photos { Photo(photo) }
    }
    // end example
    // begin example
    Masonry(.minWidth(120), gap: 4) {
      for photo in photos { Photo(photo) }
    }
    // end example
    // begin example
    Inset(top: .points(.infinity)) { Caption() }  // pushed to the lower edge
    // end example
    // begin example
    ViewNode("row") { Headline(post) }.padding(8)
    LikeButton().grow(1).margin(4)
    // end example
    // begin example
    let card = LayoutStyle { style in
      style.padding = Edges(8)
      style.flexGrow = 1
    }
    ViewNode("card").layout(card)
    // end example
    // begin example
    Overlay {
      Badge(count)
    } content: {
      Portrait(author)
    }
    // end example
    // begin example
    Background {
      ViewNode("card")
    } content: {
      Headline(post)
    }
    // end example
  }

  // MARK: Nodes

  enum Message: Sendable { case posts(String) }

  // begin example
  func footer(of post: Post) -> Node<Message> {
    Node {
      LikeButton()
      if post.isShared { ShareCount(post.shareCount) }
    }
  }
  // end example

  private enum Sending {
    struct PostsScreen: Component {
      init(_ posts: [Post]) {}

      func body(_ scope: Scope<Self>) -> Node<String> { ViewNode("screen") }
    }

    struct PostRow: Component {
      init(_ post: Post) {}

      func body(_ scope: Scope<Self>) -> Node<String> { ViewNode("row") }
    }

    static func screen(_ posts: [Post]) -> Node<Message> {
      // begin example
      Node { PostsScreen(posts) }.map { .posts($0) }
      // end example
    }

    static func row(_ post: Post) -> Node<Message> {
      // begin example
      PostRow(post).map { .posts($0) }
      // end example
    }
  }

  // MARK: Environment

  enum Theme: ComponentEnvironmentKey {
    struct Value: Equatable, Sendable { var accent = "blue" }

    static let defaultValue = Value()
  }

  struct Themed: Component {
    func body(_ scope: Scope<Self>) -> Node<Never> {
      // begin example
      let accent = scope.environment(Theme.self, \.accent)
      // end example
      ViewNode("row").attribute("color", .string(accent))
    }
  }

  private func themed(_ post: Post) -> Node<Never> {
    // begin example
    Node { PostRow(post) }.environment(Theme.self) { theme in theme.accent = "red" }
    // end example
  }

  @Test func anEnvironmentHasValues() {
    // begin example
    enum Theme: ComponentEnvironmentKey { static let defaultValue = "light" }

    var environment = ComponentEnvironment()
    environment[Theme.self] = "dark"
    // end example
    #expect(environment[Theme.self] == "dark")
  }

  // MARK: Layout

  @Test func layoutIsConstrained() {
    // begin example
    let constraints = LayoutConstraints(.flexibleHeight, in: Size(width: 80, height: 24))
    // end example
    #expect(constraints.range.min.width == 80)
    // begin example
    let photos = GridContainer { grid in
      grid.columns = [.autoFill([.minmax(.points(100), .fraction(1))])]
      grid.columnGap = 4
      grid.rowGap = 4
    }
    // end example
    #expect(photos.columnGap == photos.rowGap)
    // begin example
    let card = LayoutStyle { style in
      style.padding = Edges(8)
      style.flexGrow = 1
    }
    // end example
    #expect(card.flexGrow == 1)
  }

  private func find(in tree: ComponentTree<Never>) -> ScopePath? {
    // begin example
    let button = tree.paths(of: LikeButton.self).first
    // end example
    return button
  }

  // MARK: Controllers

  final class UIView: Equatable {
    var isHidden = false

    static func == (one: UIView, other: UIView) -> Bool { one === other }
  }

  struct Video: Component {
    struct State: ComponentState { var isPlaying = false }

    func initialState() -> State { State() }

    func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("video") }
  }

  // begin example
  @MainActor final class VideoController: @MainActor ComponentController {
    typealias Controlled = Video
    private let context: ControllerContext<Video>

    init(_ video: BuiltComponent<Video>, _ context: ControllerContext<Video>) {
      self.context = context
    }

    func didAcquire(_ view: UIView) { view.isHidden = false }
    func didEnd() { context.update { state in state.isPlaying = false } }
  }
  // end example

  // begin example
  @MainActor final class FeedView {
    private let host: ControllerHost<UIView>

    init(feed: some TreeEditSink) {
      host = ControllerHost(sink: feed)
      host.register(VideoController.init)
    }
  }
  // end example

  private final class PlayerPool {}

  private final class PlayerController: ComponentController {
    typealias Controlled = Video
    typealias View = UIView

    init(
      _ video: BuiltComponent<Video>, _ context: ControllerContext<Video>, players: PlayerPool
    ) {}
  }

  @MainActor private func register(_ host: ControllerHost<UIView>, _ pool: PlayerPool) {
    // begin example
    host.register(VideoController.init)
    host.register { [pool] in PlayerController($0, $1, players: pool) }
    // end example
  }
}
