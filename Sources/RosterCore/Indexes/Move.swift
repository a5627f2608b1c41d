/// An item or section that keeps its identity while it goes from a source place to a target place.
public struct Move<Place: Hashable & Comparable & Codable & Sendable>: Hashable, Sendable {
  /// Its place in the source.
  public var source: Place
  /// Its place in the target.
  public var target: Place

  /// Makes a move.
  public init(source: Place, target: Place) {
    self.source = source
    self.target = target
  }
}

/// An item that goes from one path to another.
public typealias ItemMove = Move<ItemPath>

/// A section that goes, with its items, from one index to another.
public typealias SectionMove = Move<Int>

extension Move: Comparable {
  /// Returns whether one move has the smaller source, or the smaller target for the same source.
  public static func < (left: Self, right: Self) -> Bool {
    left.source != right.source ? left.source < right.source : left.target < right.target
  }
}

extension Move: CustomStringConvertible {
  /// The source, an arrow, the target.
  public var description: String { "\(source) → \(target)" }
}

extension Move: Codable {
  /// Decodes the pair `[source, target]`.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(source: try pair.decode(Place.self), target: try pair.decode(Place.self))
  }

  /// Encodes the pair `[source, target]`.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(source)
    try pair.encode(target)
  }
}
