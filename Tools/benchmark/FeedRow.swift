import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterStore

/// A row of ten nodes, as a feed has: four components, two of them with a state.
struct FeedRow: Component, Equatable {
  struct State: ComponentState {
    var isExpanded = false
  }

  var number = 0

  static let typeName = "FeedRow"

  func initialState() -> State { State() }

  func body(_ scope: Scope<FeedRow>) -> Node<Never> {
    ViewNode("row") {
      ViewNode("image").attribute("name", "portrait")
      ViewNode("column") {
        Headline(number: number)
        ViewNode("text").attribute("lines", scope.state.isExpanded ? 100 : 3)
        Toolbar()
      }
    }
    .on(.tap, scope.edit("expand") { state in state.isExpanded.toggle() })
  }

  struct Headline: Component, Equatable {
    static let typeName = "Headline"

    var number: Int

    func body(_ scope: Scope<Headline>) -> Node<Never> {
      ViewNode("text").attribute("text", .number(Double(number)))
    }
  }

  struct Toolbar: Component, Equatable {
    static let typeName = "Toolbar"

    func body(_ scope: Scope<Toolbar>) -> Node<Never> {
      ViewNode("toolbar") { LikeButton() }
    }
  }

  struct LikeButton: Component, Equatable {
    struct State: ComponentState {
      var likeCount = 0
    }

    static let typeName = "LikeButton"

    func initialState() -> State { State() }

    func body(_ scope: Scope<LikeButton>) -> Node<Never> {
      ViewNode("button")
        .attribute("title", .number(Double(scope.state.likeCount)))
        .on(.tap, scope.edit("like") { state in state.likeCount += 1 })
    }
  }

  static let likeButton = ScopePath(
    ["FeedRow", "Toolbar", "LikeButton"].map { ScopeKey(typeName: $0) })
}

/// A list of feed rows in a file.
struct FeedList {
  let dataSource: ComponentList<[UInt8], [UInt8], Never>
  private let count: Int
  private var random = FastRandom()

  /// Opens the list, and makes it as long as it is to be.
  init(
    path: String, count: Int, durability: SQLiteConfiguration.Durability = .normal
  ) throws {
    let store = try SQLiteStore(
      path: path, configuration: SQLiteConfiguration(durability: durability))
    guard let list = try store.list(named: "main") else {
      throw BareDatabase.Failure(message: "no list")
    }
    self.count = count
    dataSource = try ComponentList(
      storage: list, codec: BytesCodec(), sectionCodec: BytesCodec()
    ) { _, _ in FeedRow() }
    guard dataSource.snapshot.state.sectionCount == 0 else { return }
    let model = [UInt8](repeating: 120, count: BareList.modelSize)
    try dataSource.applySynchronously(Changeset { $0.insertSection(at: 0) })
    for start in stride(from: 0, to: count, by: 10_000) {
      let models = Array(repeating: model, count: min(10_000, count - start))
      try dataSource.applySynchronously(
        Changeset { $0.insertItems(models, at: ItemPath(section: 0, item: start)) })
    }
  }

  /// Updates the state of an item whose tree is in memory: one of the last ones.
  mutating func updateShownItem() throws {
    try update(count - Int.random(in: 0..<100, using: &random))
  }

  /// Updates the state of any item.
  mutating func updateAnyItem() throws { try update(Int.random(in: 1...count, using: &random)) }

  private func update(_ item: Int) throws {
    try dataSource.applySynchronously(
      .update(FeedRow.likeButton, of: FeedRow.LikeButton.self, in: .id(ItemID(rawValue: item))) {
        $0.likeCount += 1
      })
  }

  /// The same without blocking the caller's thread.
  mutating func updateAndAwait() async throws {
    let item = ItemID(rawValue: count - Int.random(in: 0..<100, using: &random))
    _ = try await dataSource.apply(
      .update(FeedRow.likeButton, of: FeedRow.LikeButton.self, in: .id(item)) { $0.likeCount += 1 })
  }
}
