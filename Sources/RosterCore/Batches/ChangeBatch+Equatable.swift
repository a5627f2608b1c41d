extension ChangeBatch: Equatable where Model: Equatable, SectionModel: Equatable {
  /// Whether two batches lead from the same revision to the same revision by the same changes, and
  /// their callers said the same about it.
  ///
  /// - Complexity: O(*k*) for *k* changes; the lists are not compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.sourceRevision == right.sourceRevision && left.targetRevision == right.targetRevision
      && left.changeset == right.changeset && left.annotation == right.annotation
  }
}
