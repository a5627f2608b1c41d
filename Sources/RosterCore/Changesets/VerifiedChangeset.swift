/// The proof that an outline is valid for a list with certain section counts.
///
/// Only `ChangesetOutline.verified(against:)` makes one, so code that receives a proof needs no
/// more checks.
///
/// A class, so that passing a proof on copies one reference.
package final class VerifiedOutline: Sendable {
  /// The outline that is valid.
  package let outline: ChangesetOutline
  /// The number of sections in the source.
  package let sourceSectionCount: Int
  /// The number of sections in the target.
  package let targetSectionCount: Int
  let transform: PathTransform

  init(
    outline: ChangesetOutline, sourceSectionCount: Int, targetSectionCount: Int,
    transform: PathTransform
  ) {
    self.outline = outline
    self.sourceSectionCount = sourceSectionCount
    self.targetSectionCount = targetSectionCount
    self.transform = transform
  }

  /// The proof for the outline that changes nothing, which is valid for every list.
  static func ofNothing(in counts: some SectionCounts) -> VerifiedOutline {
    VerifiedOutline(
      outline: ChangesetOutline(), sourceSectionCount: counts.sectionCount,
      targetSectionCount: counts.sectionCount, transform: .identity)
  }

  /// Where an item of the source stands in the target, `nil` if it is removed.
  ///
  /// Removals are read in source space, insertions in target space:
  ///
  ///     source  A B C D      remove 1, insert X at 0
  ///     target  X A C D      [0, 3] → [0, 3], [0, 1] → nil
  ///
  /// - Parameter sourcePath: A path that exists in the source.
  /// - Complexity: O(log *k*) for *k* changes.
  package func targetPath(forSource sourcePath: ItemPath) -> ItemPath? {
    transform.targetPath(forSource: sourcePath)
  }

  /// Where an item of the target stood in the source, `nil` if it is inserted.
  ///
  /// - Parameter targetPath: A path that exists in the target.
  /// - Complexity: O(log *k*) for *k* changes.
  package func sourcePath(forTarget targetPath: ItemPath) -> ItemPath? {
    transform.sourcePath(forTarget: targetPath)
  }

  /// Where a section of the source stands in the target, `nil` if it is removed.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  package func targetSection(forSource sourceSection: Int) -> Int? {
    transform.targetSection(forSource: sourceSection)
  }

  /// Where a section of the target stood in the source, `nil` if it is inserted.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  package func sourceSection(forTarget targetSection: Int) -> Int? {
    transform.sourceSection(forTarget: targetSection)
  }
}

/// A changeset with the proof that it is valid for a list with certain section counts.
package struct VerifiedChangeset<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The changeset that is valid.
  package let changeset: Changeset<Model, SectionModel>
  /// The proof.
  package let proof: VerifiedOutline

  /// Joins a changeset with the proof of its outline.
  package init(changeset: Changeset<Model, SectionModel>, proof: VerifiedOutline) {
    self.changeset = changeset
    self.proof = proof
  }
}

extension Changeset {
  /// Proves that the changeset is valid for a list with the given section counts.
  ///
  /// See ``ChangesetOutline/verified(against:)``.
  ///
  /// - Throws: The first offence.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  package func verified(
    against counts: some SectionCounts
  ) throws(ChangesetError) -> VerifiedChangeset<Model, SectionModel> {
    VerifiedChangeset(changeset: self, proof: try outline.verified(against: counts))
  }
}
