extension Collection<JournalSubscriber> {
  /// Whether they are those of a list that is derived from another one.
  package var areOfDerivedList: Bool { contains { $0.name == JournalSubscriber.derived } }
}
