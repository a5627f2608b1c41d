/// An item that keeps its identity while it goes from a path in the source to one in the target.
public struct ItemMove: Hashable, Sendable {
  /// Where it is taken.
  public var source: ItemPath
  /// Where it then stands.
  public var target: ItemPath

  /// Makes a move.
  public init(source: ItemPath, target: ItemPath) {
    self.source = source
    self.target = target
  }
}

/// A section that keeps its identity and its items while it goes from one index to another.
public struct SectionMove: Hashable, Sendable {
  /// Where it is taken.
  public var source: Int
  /// Where it then stands.
  public var target: Int

  /// Makes a move.
  public init(source: Int, target: Int) {
    self.source = source
    self.target = target
  }
}

extension ItemMove: Comparable {
  /// Whether the left source comes before the right one.
  public static func < (left: Self, right: Self) -> Bool {
    left.source != right.source ? left.source < right.source : left.target < right.target
  }
}

extension SectionMove: Comparable {
  /// Whether the left source comes before the right one.
  public static func < (left: Self, right: Self) -> Bool {
    left.source != right.source ? left.source < right.source : left.target < right.target
  }
}

extension ItemMove: CustomStringConvertible {
  /// Source and target.
  public var description: String { "\(source) → \(target)" }
}

extension SectionMove: CustomStringConvertible {
  /// Source and target.
  public var description: String { "\(source) → \(target)" }
}

extension ItemMove: Codable {
  /// Reads a move from an array of source and target.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(source: try pair.decode(ItemPath.self), target: try pair.decode(ItemPath.self))
  }

  /// Writes the move as an array of source and target.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(source)
    try pair.encode(target)
  }
}

extension SectionMove: Codable {
  /// Reads a move from an array of source and target.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(source: try pair.decode(Int.self), target: try pair.decode(Int.self))
  }

  /// Writes the move as an array of source and target.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(source)
    try pair.encode(target)
  }
}
