package import RosterCore
package import RosterEngine
package import RosterTestSupport

/// Everything that a batch reports, to compare it with another batch.
///
/// The changeset itself is left out, because the journal omits what has no effect.
package struct BatchFacts: Equatable {
  package var sourceRevision: Revision
  package var targetRevision: Revision
  package var operations: [ListOperation<String, String>]
  package var updatedPaths: [ItemMove]
  package var updatedSections: [Int]
  package var annotation: ChangeAnnotation
  package var source: ListRows<String, String>
  package var target: ListRows<String, String>
  package var itemIDs: [[Int]]
  package var states: [ChangedState]
  package var outputs: [Generated]

  package struct Generated: Equatable {
    package var id: ItemID
    package var path: ItemPath
    package var output: String
  }

  package init(_ batch: TextList.Batch) throws {
    sourceRevision = batch.changes.sourceRevision
    targetRevision = batch.changes.targetRevision
    operations = batch.changes.operations
    updatedPaths = batch.changes.updatedPaths
    updatedSections = batch.changes.updatedSections
    annotation = batch.changes.annotation
    source = try batch.source.rows
    target = try batch.target.rows
    itemIDs = try batch.target.itemIDs
    states = batch.states
    outputs = batch.items.map {
      Generated(id: $0.id, path: $0.targetPath, output: $0.output)
    }
  }

  /// Whether the operations, applied one by one to the source, give the target.
  package var isReplayable: Bool { (try? source.applying(operations)) == target }
}

extension BatchFacts {
  /// Returns the first difference between two sequences of batches, `nil` if they are equal.
  package static func difference(_ found: [BatchFacts], _ expected: [BatchFacts]) -> String? {
    guard found.count == expected.count else {
      return "\(found.count) batches, not \(expected.count)"
    }
    guard let (found, expected) = zip(found, expected).first(where: { $0 != $1 }) else {
      return nil
    }
    let fields = zip(Mirror(reflecting: found).children, Mirror(reflecting: expected).children)
    for (field, other) in fields where "\(field.value)" != "\(other.value)" {
      return "the batch to \(found.targetRevision): \(field.label ?? "") is \(field.value), "
        + "not \(other.value)"
    }
    return "the batch to \(found.targetRevision)"
  }
}

extension BatchSequence {
  /// Returns all elements up to the end.
  package func collect() async throws -> [Element] {
    var batches: [Element] = []
    for try await batch in self { batches.append(batch) }
    return batches
  }
}

extension [TextList.Batch] {
  package var revisions: [Revision] { map { $0.changes.targetRevision } }
}
