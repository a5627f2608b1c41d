internal import RosterCore

extension ListDataSource {
  /// The extents as last published; `nil` if the list does not keep any. Unlike `extents()`, this
  /// does not begin to keep them.
  package var keptExtents: ListExtents? { reader.generator?.extents?.published }
}
