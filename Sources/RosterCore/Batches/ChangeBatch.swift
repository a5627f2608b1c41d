/// The result of one or more changesets: it leads from one snapshot to a later one, in the two
/// forms that renderers need.
///
/// - The *mapping form* (`changeset`, `updatedPaths`) is for renderers that take batch updates.
/// - The *operations* are for renderers that take one edit at a time.
///
/// Both snapshots stay readable for as long as the batch is kept.
public struct ChangeBatch<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The mapping form: what is removed and moved by source paths, what is inserted by target paths.
  public let changeset: Changeset<Model, SectionModel>
  private let frame: BatchFrame

  /// Makes the batch between two states of a list.
  ///
  /// - Parameters:
  ///   - source: The list before.
  ///   - target: The list after.
  ///   - verified: What leads from the one to the other.
  ///   - annotation: What the caller said about it.
  package init(
    source: ListState, target: ListState, verified: VerifiedChangeset<Model, SectionModel>,
    annotation: ChangeAnnotation = ChangeAnnotation()
  ) {
    changeset = verified.changeset
    frame = BatchFrame(source, target, verified.proof, annotation)
  }

  /// The list before.
  public var source: ListState { frame.source }

  /// The list after.
  public var target: ListState { frame.target }

  /// What changed between them, with its proof.
  package var verified: VerifiedChangeset<Model, SectionModel> {
    VerifiedChangeset(changeset: changeset, proof: frame.proof)
  }

  /// What the caller said about it.
  public var annotation: ChangeAnnotation { frame.annotation }

  /// The revision before.
  public var sourceRevision: Revision { frame.source.revision }

  /// The revision after.
  public var targetRevision: Revision { frame.target.revision }

  /// The source and target paths of each updated item that is still in the list, ascending by
  /// source path.
  ///
  /// - Complexity: O(*u* log *k*) for *u* updates among *k* changes.
  public var updatedPaths: [ItemMove] {
    changeset.outline.updatedItems.compactMap { source in
      frame.proof.targetPath(forSource: source).map { ItemMove(source: source, target: $0) }
    }
  }

  /// The updated sections that are still in the list, as source sections.
  ///
  /// - Complexity: O(*u* log *k*).
  public var updatedSections: [Int] {
    changeset.outline.updatedSections.filter {
      frame.proof.targetSection(forSource: $0) != nil
    }
  }

  /// Where an item of the source stands in the target, `nil` if it is removed.
  ///
  /// - Parameter sourcePath: A path that exists in the source.
  /// - Complexity: O(log *k*) for *k* changes.
  public func targetPath(forSource sourcePath: ItemPath) -> ItemPath? {
    frame.proof.targetPath(forSource: sourcePath)
  }

  /// Where an item of the target stood in the source, `nil` if it is inserted.
  ///
  /// - Parameter targetPath: A path that exists in the target.
  /// - Complexity: O(log *k*) for *k* changes.
  public func sourcePath(forTarget targetPath: ItemPath) -> ItemPath? {
    frame.proof.sourcePath(forTarget: targetPath)
  }

  /// Where a section of the source stands in the target, `nil` if it is removed.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  public func targetSection(forSource sourceSection: Int) -> Int? {
    frame.proof.targetSection(forSource: sourceSection)
  }

  /// Where a section of the target stood in the source, `nil` if it is inserted.
  ///
  /// - Complexity: O(log *k*) for *k* changes.
  public func sourceSection(forTarget targetSection: Int) -> Int? {
    frame.proof.sourceSection(forTarget: targetSection)
  }

  /// Whether the changeset moves what stands at a place of the source, alone or with its section.
  ///
  /// An item whose index changes only because others come, go or move is not moved itself:
  ///
  ///     source  a b c d      move c to the start
  ///     target  c a b d      c is moved; a and b are not
  ///
  /// - Complexity: O(1).
  package func isMoved(_ sourcePlace: TreePlace) -> Bool {
    switch sourcePlace {
    case .item(let path): frame.proof.transform.isMoved(path)
    case .supplement(_, let section): frame.proof.transform.sectionMap.isMoved(section)
    }
  }

  /// The batch as single edits. Each edit uses the indexes of the list as the edit before has left
  /// it.
  ///
  /// Neighbouring edits are joined into runs. The edits touch only what the changeset touches, and
  /// applying all of them to the source gives the target.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, at every call.
  public var operations: [ListOperation<Model, SectionModel>] { verified.operations }

  /// The ``operations`` without models, one for one, for a reader that asks for the models of few of them: no array
  /// of models is made for any.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, at every call.
  package var outlineOperations: [OutlineOperation] { OperationPlan(frame.proof).operations }
}

/// What a batch has beside its changeset.
///
/// A class, so that passing a batch on copies one reference for all of it.
private final class BatchFrame: Sendable {
  let source: ListState
  let target: ListState
  let proof: VerifiedOutline
  let annotation: ChangeAnnotation

  init(
    _ source: ListState, _ target: ListState, _ proof: VerifiedOutline,
    _ annotation: ChangeAnnotation
  ) {
    self.source = source
    self.target = target
    self.proof = proof
    self.annotation = annotation
  }
}

extension VerifiedChangeset {
  /// The changeset as single edits. Each edit uses the indexes of the list as the edit before has
  /// left it.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes, at every call.
  package var operations: [ListOperation<Model, SectionModel>] {
    OperationPlan(proof).operations.map(changeset.operation)
  }
}

extension Changeset {
  /// Returns an operation that was planned for this changeset with its models.
  fileprivate func operation(_ planned: OutlineOperation) -> ListOperation<Model, SectionModel> {
    planned.operation(
      insertedItems: { Array(insertedModels[$0]) },
      updatedItems: { updates in updates.map { updatedModels[$0] } },
      insertedSections: { Array(insertedSectionModels[$0]) },
      updatedSection: { updatedSectionModels[$0] })
  }
}

extension ChangeBatch {
  /// The items of the source that are not in the target, ascending by source path.
  ///
  /// An item that was moved out of a removed section lives on, and is not among them.
  ///
  /// - Throws: If a page of the source is not in memory and cannot be read.
  /// - Complexity: O(*k* log *n* + *m* log *m*) for *k* changes and *m* items of removed sections.
  public func removedItemIDs() throws(StorageError) -> [ItemID] {
    let outline = changeset.outline
    let sections = Set(outline.removedSections)
    var removed: [(path: ItemPath, id: ItemID)] = []
    for path in outline.removedItems where !sections.contains(path.section) {
      if let id = try source.itemID(at: path) { removed.append((path, id)) }
    }
    for section in outline.removedSections {
      try source.forEachItem(inSection: section) { path, id in
        if frame.proof.targetPath(forSource: path) == nil { removed.append((path, id)) }
        return true
      }
    }
    return removed.sorted { $0.path < $1.path }.map(\.id)
  }
}

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

extension ChangeBatch: CustomStringConvertible {
  /// A description of what changed where, without models: within braces one line for each part,
  /// with paths and sections in ascending order and neighbouring sections as a range. It is empty
  /// if nothing changed.
  ///
  /// ```text
  /// {
  ///   updated items: [0, 1] → [0, 2]
  ///   inserted items: [0, 0], [1, 3]
  ///   removed sections: 1–3
  /// }
  /// ```
  public var description: String {
    let outline = changeset.outline
    let parts: [(name: String, places: [String])] = [
      ("updated items", updatedPaths.map(\.description)),
      ("removed items", outline.removedItems.map(\.description)),
      ("moved items", outline.movedItems.map(\.description)),
      ("inserted items", outline.insertedItems.map(\.description)),
      ("updated sections", Self.ranges(updatedSections)),
      ("removed sections", Self.ranges(outline.removedSections)),
      ("moved sections", outline.movedSections.map(\.description)),
      ("inserted sections", Self.ranges(outline.insertedSections)),
    ]
    let lines = parts.filter { !$0.places.isEmpty }
      .map { "  \($0.name): \($0.places.joined(separator: ", "))" }
    return lines.isEmpty ? "" : (["{"] + lines + ["}"]).joined(separator: "\n")
  }

  private static func ranges(_ sections: [Int]) -> [String] {
    IndexRuns(ascending: sections).ranges.map { range in
      let last = range.upperBound - 1
      return range.lowerBound == last ? "\(last)" : "\(range.lowerBound)–\(last)"
    }
  }
}
