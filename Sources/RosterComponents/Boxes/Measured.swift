public import RosterLayout

/// A box as large as some content, without a view: room for what something else draws.
public struct Measured<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box for some content.
  public init(_ content: some MeasuredContent) {
    box = Box(BoxDraft(.measured(content), NodeList()))
  }
}
