/// Names a supplement, which is the header or the footer of a section. The name is valid for as
/// long as the section exists, wherever the section stands.
///
/// A collection view shows it as a supplementary view.
public struct SupplementID: Hashable, Sendable {
  /// The section.
  public let section: SectionID
  /// Whether it is the header or the footer.
  public let kind: SupplementKind

  /// Names a supplement of a section.
  public init(_ kind: SupplementKind, of section: SectionID) {
    self.section = section
    self.kind = kind
  }
}

extension SupplementID: Comparable {
  /// Returns whether the list gave the section of one before that of the other. Of one section, the
  /// header comes first.
  public static func < (left: Self, right: Self) -> Bool {
    (left.section, left.kind) < (right.section, right.kind)
  }
}

extension SupplementID: CustomStringConvertible {
  /// The word and the section: "header of section 7".
  public var description: String { "\(kind) of \(section)" }
}
