/// Where a supplement of a section stands.
public enum SupplementKind: Hashable, Sendable, CaseIterable {
  /// Before the items of the section.
  case header
  /// After them.
  case footer
}

extension SupplementKind: Comparable {
  /// Returns whether one stands before the other.
  public static func < (left: Self, right: Self) -> Bool { left == .header && right == .footer }
}

extension SupplementKind: CustomStringConvertible {
  /// The word: "header" or "footer".
  public var description: String {
    switch self {
    case .header: "header"
    case .footer: "footer"
    }
  }
}
