/// Where an item stands: the index of its section and its index within the section, both from 0.
///
/// A path means nothing without its index space; names say which one (`sourcePath`, `targetPath`).
/// Paths are ordered by section, then by item. Any integers are representable: whether a path
/// exists is decided by verification, never by a trap.
public struct ItemPath: Hashable, Comparable, Sendable {
  public var section: Int
  public var item: Int

  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.section != right.section ? left.section < right.section : left.item < right.item
  }
}

extension ItemPath: CustomStringConvertible {
  public var description: String { "[\(section), \(item)]" }
}

extension ItemPath: Codable {
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    self.init(section: try pair.decode(Int.self), item: try pair.decode(Int.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(section)
    try pair.encode(item)
  }
}
