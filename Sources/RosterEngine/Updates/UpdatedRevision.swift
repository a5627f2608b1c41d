internal import RosterCore

/// A revision in which nothing but states is another.
struct UpdatedRevision: Sendable {
  var applied: ListChange
  /// Ascending by place.
  var trees: [UpdatedTree]
  /// What the callers of the updates say about it.
  var annotation: ChangeAnnotation

  /// What storage is to keep.
  var stored: StoredChange { StoredChange(updating: trees.states, applied, annotation) }
}
