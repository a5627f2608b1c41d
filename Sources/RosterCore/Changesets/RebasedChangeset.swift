/// A changeset that was made for one list and fits a later one.
public struct RebasedChangeset<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The changes to make in the later list.
  public var changeset: Changeset<Model, SectionModel>
  /// The changes that were dropped, in the paths of the original changeset: updates and moves
  /// whose item or section is gone, and moves and insertions into a section that is gone.
  public var dropped: ChangesetOutline

  init(changeset: Changeset<Model, SectionModel>, dropped: ChangesetOutline) {
    self.changeset = changeset
    self.dropped = dropped
  }

  /// Makes a rebased changeset of the positions of its models in the original one.
  init(_ positions: RebasedChangeset<Int, Int>, of original: Changeset<Model, SectionModel>) {
    changeset = Changeset(positions.changeset, of: original)
    dropped = positions.dropped
  }
}
