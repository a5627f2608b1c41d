/// What a renderer needs to know to make or change one view: plain data.
public struct ViewSpec: Hashable, Sendable, Codable {
  /// What kind of view it is; the names are the renderer's.
  public var className: String
  /// What it looks like.
  public var attributes: ViewAttributes

  /// Makes a description.
  public init(_ className: String, attributes: ViewAttributes = [:]) {
    self.className = className
    self.attributes = attributes
  }
}
