public import RosterComponentLists
internal import RosterComponents
package import RosterCore
public import RosterEngine
public import RosterJSON
internal import RosterLayout

/// Replays a log on a list with a viewport, in which each model is a row of text in a terminal.
public struct ScrolledReplay: Hashable, Sendable {
  /// The list of a replay.
  public typealias DataSource = ComponentList<JSONValue, JSONValue, Never>

  /// The first visible line.
  public var offset: Int
  /// The number of visible lines.
  public var length: Int
  /// The number of items to build beyond the visible ones; all inserted items if `nil`.
  public var window: Window?
  /// The number of characters in a line.
  public static let columnCount = 80

  /// The number of items in a working range ahead and behind.
  public struct Window: Hashable, Sendable {
    /// The number in the direction of scrolling.
    public var ahead: Int
    /// The number in the opposite direction.
    public var behind: Int

    /// Makes a window.
    public init(ahead: Int, behind: Int) {
      self.ahead = ahead
      self.behind = behind
    }
  }

  /// Makes a replay.
  public init(offset: Int, length: Int, window: Window? = nil) {
    self.offset = offset
    self.length = length
    self.window = window
  }

  /// Opens a list. Each row counts as one line until it is built.
  ///
  /// - Parameters:
  ///   - storage: The storage of the list.
  ///   - codec: The codec of the models.
  ///   - configuration: The limits and listeners of the list.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  package func open(
    _ storage: any ListStorage, codec: any ModelCodec<JSONValue>,
    _ configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws(StorageError) -> DataSource {
    var configuration = configuration
    // A log that is replayed can be written again from the list.
    configuration.retention = nil
    configuration.components.layout = LayoutConstraints(
      SizeRange(
        min: .zero, max: Size(width: Double(Self.columnCount), height: .infinity)))
    // Visible items are always built first, even if there are few of them.
    configuration.components.splitting = Viewport.Splitting(outputCountMin: 1, estimatedExtent: 1)
    configuration.components.workingRange = window.map {
      WorkingRange(ahead: .items($0.ahead), behind: .items($0.behind))
    }
    let list = try DataSource(
      storage: storage, codec: codec, sectionCodec: codec, configuration: configuration
    ) { model, _ in ModelRow(text: model.canonicalText) }
    list.setViewport(Viewport(offset: Double(offset), length: Double(length)))
    return list
  }
}

/// The text of a model, on as many lines as it needs.
private struct ModelRow: Component, Equatable {
  static let typeName = "ModelRow"

  let text: String

  func body(_ scope: Scope<ModelRow>) -> Node<Never> {
    let lineCount = (text.count + ScrolledReplay.columnCount - 1) / ScrolledReplay.columnCount
    ViewNode("row").attribute("text", .string(text))
      .width(.points(Double(min(text.count, ScrolledReplay.columnCount))))
      .height(.points(Double(max(1, lineCount))))
  }
}
