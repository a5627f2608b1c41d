/// An item that keeps its identity while it goes from a path in the source to one in the target.
public struct ItemMove: Hashable, Sendable {
  public var source: ItemPath
  public var target: ItemPath

  public init(source: ItemPath, target: ItemPath) {
    self.source = source
    self.target = target
  }
}

/// A section that keeps its identity and its items while it goes from one index to another.
public struct SectionMove: Hashable, Sendable {
  public var source: Int
  public var target: Int

  public init(source: Int, target: Int) {
    self.source = source
    self.target = target
  }
}

extension ItemMove: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    left.source != right.source ? left.source < right.source : left.target < right.target
  }
}

extension SectionMove: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    left.source != right.source ? left.source < right.source : left.target < right.target
  }
}

extension ItemMove: CustomStringConvertible {
  public var description: String { "\(source) → \(target)" }
}

extension SectionMove: CustomStringConvertible {
  public var description: String { "\(source) → \(target)" }
}

extension ItemMove: Codable {
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(source: try pair.decode(ItemPath.self), target: try pair.decode(ItemPath.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(source)
    try pair.encode(target)
  }
}

extension SectionMove: Codable {
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(source: try pair.decode(Int.self), target: try pair.decode(Int.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(source)
    try pair.encode(target)
  }
}
