import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterListSupport
import RosterStore
import RosterTestSupport

/// A view whose size is the model: `"10x20"`. The height of any other text is its length in points.
struct Brick: Component, Equatable {
  static let typeName = "Brick"

  let size: String

  func body(_ scope: Scope<Brick>) -> Node<Never> {
    let sides = size.split(separator: "x").compactMap { Double($0) }
    ViewNode("brick")
      .attribute("size", .string(size))
      .attribute("colour", .string(scope.environment(Colour.self)))
      .width(.points(sides.first ?? 1)).height(.points(sides.last ?? Double(size.count)))
  }
}

typealias Wall = ComponentList<String, String, Never>

extension ListFile {
  /// Runs a test on a list of bricks at their natural size; then closes the list.
  static func withWall(
    _ splitting: Viewport.Splitting = Viewport.Splitting(outputCountMin: 1),
    cachedOutputCountMax: Int = 4_096, tracer: (any StageTracer)? = nil,
    _ body: (Wall, GatedStorage) async throws -> Void
  ) async throws {
    try await with { file in
      var configuration = DataSourceConfiguration()
      configuration.components.layout = LayoutConstraints(
        SizeRange(min: .zero, max: Size(width: .infinity, height: .infinity)))
      configuration.components.splitting = splitting
      configuration.components.cachedOutputCountMax = cachedOutputCountMax
      configuration.tracer = tracer
      let storage = try file.openGated()
      let list = try Wall(
        storage: storage, codec: TextCodec(), sectionCodec: TextCodec(),
        configuration: configuration
      ) { size, _ in Brick(size: size) }
      try await body(list, storage)
      await list.close()
    }
  }
}

extension [Wall.Batch] {
  /// The paths of the outputs of each batch.
  var paths: [[ItemPath]] { map { $0.items.map { $0.targetPath } } }

  /// The same for lists of one section.
  var items: [[Int]] { map { $0.items.map { $0.targetPath.item } } }
}
