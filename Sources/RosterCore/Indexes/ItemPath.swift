/// Where an item stands: the index of its section and its index within the section, both from 0.
///
/// A path means nothing without its index space; names say which one (`sourcePath`, `targetPath`).
/// Paths are ordered by section, then by item. Any integers are representable: whether a path
/// exists is decided by verification, never by a trap.
public struct ItemPath: Hashable, Comparable, Sendable {
  /// The index of the section.
  public var section: Int
  /// The index within the section.
  public var item: Int

  /// Makes a path.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether the left item stands before the right one.
  public static func < (left: Self, right: Self) -> Bool {
    left.section != right.section ? left.section < right.section : left.item < right.item
  }
}

extension ItemPath: CustomStringConvertible {
  /// The path as logs write it: `[section, item]`.
  public var description: String { "[\(section), \(item)]" }
}

extension ItemPath: Codable {
  /// Reads a path from an array of two numbers.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(section: try pair.decode(Int.self), item: try pair.decode(Int.self))
  }

  /// Writes the path as an array of two numbers.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(section)
    try pair.encode(item)
  }
}
