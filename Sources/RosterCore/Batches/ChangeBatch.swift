/// The result of one or more changesets: it leads from one snapshot to a later one, in the two
/// forms that renderers need.
///
/// - The *mapping form* (`changeset`, `updatedPaths`) is for renderers that take batch updates.
/// - The *operations* are for renderers that take one edit at a time.
///
/// Both snapshots stay readable for as long as the batch is kept.
public struct ChangeBatch<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The list before.
  public let source: ListState
  /// The list after.
  public let target: ListState
  /// What changed between them, with its proof.
  public let verified: VerifiedChangeset<Model, SectionModel>
  /// What the caller said about it.
  public let annotation: ChangeAnnotation

  /// Makes the batch between two states of a list.
  ///
  /// - Parameters:
  ///   - source: The list before.
  ///   - target: The list after.
  ///   - verified: What leads from the one to the other.
  ///   - annotation: What the caller said about it.
  public init(
    source: ListState, target: ListState, verified: VerifiedChangeset<Model, SectionModel>,
    annotation: ChangeAnnotation = ChangeAnnotation()
  ) {
    self.source = source
    self.target = target
    self.verified = verified
    self.annotation = annotation
  }

  /// The mapping form: what is removed and moved by source paths, what is inserted by target paths.
  public var changeset: Changeset<Model, SectionModel> { verified.changeset }

  /// The revision before.
  public var sourceRevision: Revision { source.revision }

  /// The revision after.
  public var targetRevision: Revision { target.revision }

  /// The source and target paths of each updated item that is still in the list, ascending by
  /// source path.
  ///
  /// - Complexity: O(*u* log *k*) for *u* updates among *k* changes.
  public var updatedPaths: [ItemMove] {
    verified.changeset.outline.updatedItems.compactMap { source in
      verified.proof.targetPath(forSource: source).map { ItemMove(source: source, target: $0) }
    }
  }

  /// The updated sections that are still in the list, as source sections.
  ///
  /// - Complexity: O(*u* log *k*).
  public var updatedSections: [Int] {
    verified.changeset.outline.updatedSections.filter {
      verified.proof.targetSection(forSource: $0) != nil
    }
  }

  /// The batch as single edits. Each edit uses the indexes of the list as the edit before has left
  /// it.
  ///
  /// Neighbouring edits are joined into runs. The edits touch only what the changeset touches, and
  /// applying all of them to the source gives the target.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, at every call.
  public var operations: [Operation<Model, SectionModel>] { verified.operations }
}

extension VerifiedChangeset {
  /// The changeset as single edits. Each edit uses the indexes of the list as the edit before has
  /// left it.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, at every call.
  public var operations: [Operation<Model, SectionModel>] {
    OperationPlan(proof).operations.map(operation)
  }

  private func operation(_ planned: OutlineOperation) -> Operation<Model, SectionModel> {
    switch planned {
    case .removeItems(let section, let range):
      .removeItems(section: section, start: range.lowerBound, count: range.count)
    case .removeSections(let range):
      .removeSections(start: range.lowerBound, count: range.count)
    case .insertSections(let start, let insertions):
      .insertSections(start: start, models: Array(changeset.insertedSectionModels[insertions]))
    case .moveSection(let from, let to):
      .moveSection(from: from, to: to)
    case .insertItems(let section, let start, let insertions):
      .insertItems(
        section: section, start: start, models: Array(changeset.insertedModels[insertions]))
    case .moveItem(let from, let to):
      .moveItem(from: from, to: to)
    case .updateItems(let section, let start, let updates):
      .updateItems(
        section: section, start: start, models: updates.map { changeset.updatedModels[$0] })
    case .updateSection(let section, let update):
      .updateSection(section: section, model: changeset.updatedSectionModels[update])
    }
  }
}
