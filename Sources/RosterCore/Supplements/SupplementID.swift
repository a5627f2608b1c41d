/// Names a supplement: what a section has beside its items, its header or its footer. It is named for
/// as long as the section exists, wherever that stands.
///
/// Collection views show it as a supplementary view.
public struct SupplementID: Hashable, Sendable {
  /// The section.
  public let section: SectionID
  /// Which of its supplements.
  public let kind: SupplementKind

  /// Names a supplement of a section.
  public init(_ kind: SupplementKind, of section: SectionID) {
    self.section = section
    self.kind = kind
  }
}

extension SupplementID: Comparable {
  /// Whether the section of one was given before that of another, or it stands before the other.
  public static func < (left: Self, right: Self) -> Bool {
    (left.section, left.kind) < (right.section, right.kind)
  }
}

extension SupplementID: CustomStringConvertible {
  /// The word and the section: "header of section 7".
  public var description: String { "\(kind) of \(section)" }
}
