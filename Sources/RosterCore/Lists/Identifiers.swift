/// Names an item for as long as its list exists. A list never reuses it, not even after a removal.
///
/// A list gives ids in ascending order of insertion, and within one changeset in ascending order of
/// target path. So the same changesets give the same ids. A change that is made step by step gives them
/// in the order of its steps.
public struct ItemID: Hashable, Comparable, Sendable, Codable {
  /// The number of the item within its list, from 1.
  public let rawValue: Int

  /// Names the item with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Returns whether the list gave one before the other.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names a section for as long as its list exists. A list never reuses it.
public struct SectionID: Hashable, Comparable, Sendable, Codable {
  /// The number of the section within its list, from 1.
  public let rawValue: Int

  /// Names the section with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Returns whether the list gave one before the other.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names a leaf page: the item ids that stand next to each other in one
/// section.
package struct LeafID: Hashable, Comparable, Sendable, Codable {
  /// The number of the leaf within its list, from 1; 0 is no leaf.
  package let rawValue: UInt32

  /// Names the page with a number.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No leaf: the place of an item that is not in the list.
  package static let none = LeafID(rawValue: 0)

  /// Returns whether the list gave one before the other.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ItemID: CustomStringConvertible {
  /// The word and the number: "item 7".
  public var description: String { "item \(rawValue)" }
}

extension SectionID: CustomStringConvertible {
  /// The word and the number: "section 7".
  public var description: String { "section \(rawValue)" }
}

extension LeafID: CustomStringConvertible {
  /// The word and the number: "leaf 7".
  package var description: String { "leaf \(rawValue)" }
}

/// The number of changesets that have been applied to a list.
///
/// An empty list is at revision 0. Every applied changeset adds 1; a refused one adds nothing.
public typealias Revision = Int
