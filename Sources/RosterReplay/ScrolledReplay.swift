internal import RosterComponents
public import RosterCore
public import RosterEngine
public import RosterJSON
internal import RosterLayout

/// How a log is replayed as a list that somebody looks at: each model a row of text in a terminal.
public struct ScrolledReplay: Hashable, Sendable {
  /// The list of a replay.
  public typealias DataSource = ComponentList<JSONValue, JSONValue, Never>

  /// The first visible line.
  public var offset: Int
  /// The number of visible lines.
  public var length: Int
  /// How many items are built beyond what is visible; all that are inserted if `nil`.
  public var window: Window?
  /// How many characters stand in a line.
  public static let columnCount = 80

  /// How many items a working range reaches ahead and behind.
  public struct Window: Hashable, Sendable {
    /// In the direction of scrolling.
    public var ahead: Int
    /// In the other direction.
    public var behind: Int

    /// Makes a window.
    public init(ahead: Int, behind: Int) {
      self.ahead = ahead
      self.behind = behind
    }
  }

  /// Makes a way to replay.
  public init(offset: Int, length: Int, window: Window? = nil) {
    self.offset = offset
    self.length = length
    self.window = window
  }

  /// Opens a list whose rows are taken to be one line long until they are built.
  ///
  /// - Parameters:
  ///   - storage: Where the list is kept.
  ///   - codec: How models are kept.
  ///   - configuration: Limits, and who listens.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  public func open(
    _ storage: any ListStorage, codec: any ModelCodec<JSONValue>,
    _ configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws(StorageError) -> DataSource {
    var configuration = configuration
    configuration.components.layout = LayoutConstraints(
      SizeRange(
        min: .zero, max: Size(width: Double(Self.columnCount), height: .infinity)))
    // Whatever is visible comes first, however little there is.
    configuration.components.splitting = ViewportSplitting(outputCountMin: 1, estimatedExtent: 1)
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

/// The text of a model, in as many lines as it takes.
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
