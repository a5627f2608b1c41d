/// How the items of a section stand.
public enum SectionArrangement: Hashable, Sendable {
  /// One behind the other, each as long as it was measured.
  case rows
  /// Beside each other in columns of equal breadth, line by line. All lines have the same length along the
  /// axis of the list.
  ///
  /// Fewer than one column count as one; a length that is not positive and finite counts as 0.
  case grid(columns: Int, length: Double)
  /// Nowhere: neither the items of the section nor its header and footer are shown. They keep their
  /// identities and states, so this is the place for what a filter hides.
  case hidden
}
