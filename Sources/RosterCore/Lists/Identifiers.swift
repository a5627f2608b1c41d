/// Names an item for as long as its list exists; never reused, also not after a removal.
///
/// Ids are given in ascending order of insertion, and within one changeset in ascending order of
/// target path, so the same changesets give the same ids.
public struct ItemID: Hashable, Comparable, Sendable, Codable {
  /// The number of the item within its list, from 1.
  public let rawValue: Int

  /// Makes the id with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether the left one was given before the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names a section for as long as its list exists; never reused.
public struct SectionID: Hashable, Comparable, Sendable, Codable {
  /// The number of the section within its list, from 1.
  public let rawValue: Int

  /// Makes the id with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether the left one was given before the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names a leaf page: up to `LeafPage.capacity` item ids that stand in a row in one section.
public struct LeafID: Hashable, Comparable, Sendable, Codable {
  /// The number of the leaf within its list, from 1; 0 is no leaf.
  public let rawValue: UInt32

  /// Makes the id with a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No leaf: where an item is that is not in the list.
  public static let none = LeafID(rawValue: 0)

  /// Whether the left one was given before the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ItemID: CustomStringConvertible {
  /// The number, and what it numbers.
  public var description: String { "item \(rawValue)" }
}

extension SectionID: CustomStringConvertible {
  /// The number, and what it numbers.
  public var description: String { "section \(rawValue)" }
}

extension LeafID: CustomStringConvertible {
  /// The number, and what it numbers.
  public var description: String { "leaf \(rawValue)" }
}
