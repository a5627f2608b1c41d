/// What is done about an identifier that is in a snapshot more than once.
///
/// A section that is left out goes with its items; see ``IdentifiedContents``.
public enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
  /// The snapshot is refused, with the identifier and both places.
  case refuse
  /// The first one stays where it is, the others are left out.
  case keepFirst
  /// The last one stays where it is, the others are left out.
  case keepLast
}
