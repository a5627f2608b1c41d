internal import RosterCore

/// A revision in which only states changed.
struct UpdatedRevision: Sendable {
  var applied: ListChange
  /// Ascending by place.
  var trees: [UpdatedTree]
  /// The annotation of the updates.
  var annotation: ChangeAnnotation

  /// What storage keeps of the revision.
  var stored: StoredChange { StoredChange(updating: trees.states, applied, annotation) }
}
