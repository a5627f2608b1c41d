/// Where an item stands: the index of its section and its index within the section, both from 0.
///
/// A path has a meaning only in its index space, so names state the space (`sourcePath`,
/// `targetPath`). Paths are ordered by section, then by item. A path may hold any integers:
/// verification decides whether it exists, and a path that does not exist never traps.
public struct ItemPath: Hashable, Comparable, Sendable {
  /// The index of the section.
  public var section: Int
  /// The index within the section.
  public var item: Int

  /// Makes a path, whether it exists or not.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether one path is in an earlier section than another, or before it in the same.
  public static func < (left: Self, right: Self) -> Bool {
    left.section != right.section ? left.section < right.section : left.item < right.item
  }
}

extension ItemPath: CustomStringConvertible {
  /// The two indexes in brackets: "[0, 1]".
  public var description: String { "[\(section), \(item)]" }
}

extension ItemPath: Codable {
  /// Decodes the pair `[section, item]`.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(section: try pair.decode(Int.self), item: try pair.decode(Int.self))
  }

  /// Encodes the pair `[section, item]`.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(section)
    try pair.encode(item)
  }
}
