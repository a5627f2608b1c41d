public import RosterLayout

/// A box without a view in the size of some content that something else draws.
public struct Measured<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box for some content.
  public init(_ content: some MeasuredContent) {
    box = Box(BoxDraft(.measured(content), NodeList()))
  }
}
