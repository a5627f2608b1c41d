import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport

/// Letters of one point each, as many in a line as fit.
struct Letters: MeasuredContent {
  let count: Int

  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    let lineLength: Int =
      switch width {
      case .exactly(let length), .atMost(let length):
        length < Double(count) ? max(Int(length), 1) : max(count, 1)
      case .minContent: 1
      case .maxContent: max(count, 1)
      }
    let lineCount = (count + lineLength - 1) / lineLength
    return MeasuredSize(
      size: Size(width: Double(min(count, lineLength)), height: Double(lineCount)))
  }
}

/// A text that is shown once or several times, with a line below it in a blue light.
struct Poem: Component, Equatable {
  struct State: ComponentState { var repetitions = 1 }

  static let typeName = "Poem"

  let text: String

  func initialState() -> State { State() }

  func body(_ scope: Scope<Poem>) -> Node<Never> {
    ViewNode("poem") {
      for _ in 0..<scope.state.repetitions {
        ViewNode("text").measured(by: Letters(count: text.count))
      }
      if scope.environment(Colour.self) == "blue" { ViewNode("line").height(1) }
    }
    .on(.tap, scope.edit("repeat") { $0.repetitions += 1 })
  }
}

typealias PoemList = ComponentList<String, String, Never>

extension ScopePath {
  static let poem = ScopePath([ScopeKey(typeName: "Poem")])
}

extension LayoutConstraints {
  /// Returns constraints with a width and any height.
  static func width(_ width: Int) -> LayoutConstraints {
    LayoutConstraints(.flexibleHeight, in: Size(width: Double(width), height: 0))
  }
}

extension DataSourceConfiguration {
  /// Returns a configuration that lays out items at a width.
  static func width(_ width: Int, cachedOutputCountMax: Int = 4_096) -> DataSourceConfiguration {
    var configuration = DataSourceConfiguration()
    configuration.components.layout = .width(width)
    configuration.components.cachedOutputCountMax = cachedOutputCountMax
    return configuration
  }
}

extension ListFile {
  func openPoems(
    _ configuration: DataSourceConfiguration, _ storage: (any ListStorage)? = nil
  ) throws -> PoemList {
    try PoemList(
      storage: try storage ?? openStorage(), codec: TextCodec(), sectionCodec: TextCodec(),
      configuration: configuration
    ) { text, _ in Poem(text: text) }
  }

  /// Runs a test on a list of poems in a new file; then closes the list.
  static func withPoems(
    _ configuration: DataSourceConfiguration = .width(4),
    _ body: (PoemList, ListFile) async throws -> Void
  ) async throws {
    try await with { file in
      let list = try file.openPoems(configuration)
      try await body(list, file)
      await list.close()
    }
  }
}

extension ListDataSource
where Model == String, SectionModel == String, Output == ComponentTree<Never> {
  @discardableResult
  func extend(_ item: Int) throws -> Pending<UpdateOutcome<Batch>> {
    try enqueue(.update(.poem, of: Poem.self, in: .id(item)) { $0.repetitions += 1 })
  }

  /// Returns the size of an item in its current tree.
  func size(_ item: Int) throws -> Size? {
    try output(of: ItemID(rawValue: item))?.layout?.size
  }
}

extension [ChangedSize] {
  /// Item, place, and the heights before and after.
  var heights: [String] {
    map { size in
      let heights = [size.from, size.to].map { $0.map { "\(Int($0.height))" } ?? "none" }
      let (item, path) = (size.tree.item?.rawValue ?? 0, size.targetPlace.path)
      return "\(item) at \(path?.item ?? -1): \(heights[0]) to \(heights[1])"
    }
  }
}
