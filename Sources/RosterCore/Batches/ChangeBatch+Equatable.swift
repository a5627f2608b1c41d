extension ChangeBatch: Equatable where Model: Equatable, SectionModel: Equatable {
  /// Returns whether two batches lead from the same revision to the same revision by the same
  /// changes, with equal annotations.
  ///
  /// - Complexity: O(*k*) for *k* changes; the lists are not compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.sourceRevision == right.sourceRevision && left.targetRevision == right.targetRevision
      && left.changeset == right.changeset && left.annotation == right.annotation
  }
}
