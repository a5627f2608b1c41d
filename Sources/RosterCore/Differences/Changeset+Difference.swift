extension Changeset where Model: Equatable, SectionModel: Equatable {
  /// The changeset that turns one list into another.
  ///
  /// Sections are recognised by their ids, items by their keys, also when they go to another
  /// section; what is in both lists with another model is updated. Of what keeps its section, a
  /// longest run that stands in the same order stays, and the rest moves:
  ///
  ///     source  a b c d      keys a b c d
  ///     target  d a B c x    move [0, 3] to [0, 0], update [0, 1] to B, insert x at [0, 4]
  ///
  /// Sections likewise. An item of a removed section is moved if it is in the target, else it goes
  /// with its section and is not named.
  ///
  /// - Parameters:
  ///   - source: The list before.
  ///   - target: The list after.
  ///   - key: What an item is recognised by; called once for every item.
  /// - Throws: `duplicateIdentifier` if a section id or an item key is twice in one of the lists.
  /// - Complexity: O(*n* + *m* log *l*) for *n* items and sections, if ids and keys hash well, of
  ///   which *m* stand between the parts that are alike at the ends of their sections, and a
  ///   longest increasing subsequence of *l*.
  public static func difference<SectionID: Hashable, Key: Hashable>(
    from source: [IdentifiedSection<SectionID, Model, SectionModel>],
    to target: [IdentifiedSection<SectionID, Model, SectionModel>],
    key: (Model) -> Key
  ) throws(DifferenceError) -> Changeset {
    try ListDifference(source, target, key: key).changeset()
  }

  /// The changeset that turns one list of identifiable items into another.
  ///
  /// See ``difference(from:to:key:)``.
  ///
  /// - Throws: `duplicateIdentifier` if a section id or an item id is twice in one of the lists.
  public static func difference<SectionID: Hashable>(
    from source: [IdentifiedSection<SectionID, Model, SectionModel>],
    to target: [IdentifiedSection<SectionID, Model, SectionModel>]
  ) throws(DifferenceError) -> Changeset where Model: Identifiable {
    try difference(from: source, to: target, key: \.id)
  }
}
