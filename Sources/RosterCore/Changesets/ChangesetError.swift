/// Why a changeset was refused: its first offence.
///
/// A changeset is valid for a list if all of these hold. The order in which its parts are read does
/// not matter.
///
/// 1. Every source section and path exists; nothing is negative.
/// 2. No source path is updated, removed or moved twice, nor both moved and removed; sections
///    likewise.
/// 3. A removal wins: updating an item that is also removed is legal, and so is updating or
///    removing an item of a removed section.
/// 4. No two arrivals (insertions, move targets) share a target section or a target path.
/// 5. No holes: with *n* survivors, the arrivals *t₀ < t₁ < …* obey *tₖ ≤ n + k*.
///
/// The first offence is the first in this order: updated items, updated sections, removed items,
/// removed sections, moved sections, inserted sections, inserted items, moved items. Within one
/// part, the order is by ascending path, with the sources of moves before their targets. A conflict
/// is reported for the later part, a hole for the smallest arrival that leaves it.
public struct ChangesetError: Error, Hashable, Sendable {
  /// The part of the changeset that offends.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case updateItem, updateSection, removeItem, removeSection, moveSection, insertSection
    case insertItem, moveItem
  }

  /// What is wrong with it.
  public enum Reason: String, Sendable, Codable, CaseIterable {
    /// The section or path does not exist, is negative, or would leave a hole before it.
    case outOfBounds
    /// The same part names a section or path twice.
    case duplicate
    /// Another part names the same section or path.
    case conflict
  }

  /// The part that offends.
  public var kind: Kind
  /// What is wrong with it.
  public var reason: Reason
  /// The section that offends, in the index space of `kind`. For a move it is the source section
  /// unless `isTarget` is true.
  public var section: Int
  /// The item that offends, `nil` where a section as a whole does.
  public var item: Int?
  /// Whether `section` and `item` are in target space.
  public var isTarget: Bool
  /// The count that the index was compared with: the number of sections, or of items in the
  /// section, that exist; `nil` unless `reason` is `outOfBounds`.
  public var count: Int?

  /// Makes an error.
  public init(
    kind: Kind, reason: Reason, section: Int, item: Int? = nil, isTarget: Bool = false,
    count: Int? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.section = section
    self.item = item
    self.isTarget = isTarget
    self.count = count
  }
}

extension ChangesetError: CustomStringConvertible {
  /// The part, the place and what is wrong, in words.
  public var description: String {
    let space = isTarget ? "target" : "source"
    let place =
      item.map { "\(space) path \(ItemPath(section: section, item: $0))" }
      ?? "\(space) section \(section)"
    return "\(kind.rawValue) at \(place): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .duplicate: "named twice by the same part of the changeset"
    case .conflict: "claimed by another part of the changeset as well"
    case .outOfBounds: outOfBoundsExplanation
    }
  }

  private var outOfBoundsExplanation: String {
    if section < 0 || item ?? 0 < 0 { return "it is negative" }
    guard let count else { return "it does not exist" }
    let noun = item == nil ? "section" : "item"
    let amount = count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    return isTarget
      ? "only \(amount) would stand below it" : "there \(count == 1 ? "is" : "are") \(amount)"
  }
}
