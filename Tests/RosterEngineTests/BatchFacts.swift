import RosterCore
import RosterEngine
import RosterTestSupport

/// Everything that a batch reports, to compare it with another batch.
///
/// The changeset itself is left out, because the journal omits what has no effect.
struct BatchFacts: Equatable {
  var sourceRevision: Revision
  var targetRevision: Revision
  var operations: [ListOperation<String, String>]
  var updatedPaths: [ItemMove]
  var updatedSections: [Int]
  var annotation: ChangeAnnotation
  var source: ListRows<String, String>
  var target: ListRows<String, String>
  var itemIDs: [[Int]]
  var states: [ChangedState]
  var outputs: [Generated]

  struct Generated: Equatable {
    var id: ItemID
    var path: ItemPath
    var output: String
  }

  init(_ batch: TextList.Batch) throws {
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
  var isReplayable: Bool { (try? source.applying(operations)) == target }
}

extension BatchFacts {
  /// Returns the first difference between two sequences of batches, `nil` if they are equal.
  static func difference(_ found: [BatchFacts], _ expected: [BatchFacts]) -> String? {
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
  func collect() async throws -> [Element] {
    var batches: [Element] = []
    for try await batch in self { batches.append(batch) }
    return batches
  }
}

extension [TextList.Batch] {
  var revisions: [Revision] { map { $0.changes.targetRevision } }
}
