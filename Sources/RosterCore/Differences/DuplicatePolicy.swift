/// How a list treats an identifier that occurs more than once in a snapshot.
///
/// If a section is left out, its items are left out too; see ``IdentifiedContents``.
public enum DuplicatePolicy: String, Hashable, Sendable, CaseIterable {
  /// The snapshot is refused, with the identifier and both places.
  case refuse
  /// The first occurrence stays, the others are left out.
  case keepFirst
  /// The last occurrence stays, the others are left out.
  case keepLast
}
