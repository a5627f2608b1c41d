internal import RosterComponents
internal import RosterCore
internal import RosterEngine

/// An update or actions: edits of the states of one tree.
final class EditModification<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  Modification
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  let tree: TreeReference
  /// The edits of the tree, in order.
  let edits: [TreeEdit]
  let annotation: ChangeAnnotation
  let ticket: ModificationTicket?
  let pending = Pending<UpdateOutcome<DataSource.Batch>>()
  /// Kept while the modification is pending, as with changesets.
  private let dataSource: DataSource

  init(
    _ edits: [TreeEdit], of tree: TreeReference, _ annotation: ChangeAnnotation,
    _ mode: ModificationMode, _ dataSource: DataSource
  ) {
    self.annotation = annotation
    self.tree = tree
    self.edits = edits
    self.dataSource = dataSource
    ticket = dataSource.runner.ticket(
      edits.allSatisfy { $0.isAction } ? .action : .update, annotation, mode, tree: tree,
      scopes: edits.map { $0.scope })
  }

  var admission: Admission {
    let tree = tree
    return tree.goesByPlace ? .places { tree.missing(in: $0) } : .identities
  }

  var joint: (any JointWork)? { nil }

  /// Updates in a row become one revision, which has one annotation.
  func mayJoin(_ earlier: any Modification) -> Bool {
    !earlier.standsAlone && annotation == earlier.annotation
  }

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) -> any ModificationPlan {
    var updates = [self]
    for update in joined {
      guard let update = update as? Self else {
        preconditionFailure("the updates that join each other are edits of one list")
      }
      updates.append(update)
    }
    return EditPlan(updates, on: source, dataSource)
  }

  func succeed(_ batch: DataSource.Batch?, messageCount: Int) {
    ticket?.applied(batch.map { [$0] } ?? [])
    pending.resolve(.success(UpdateOutcome(batch: batch, messageCount: messageCount)))
  }
}
