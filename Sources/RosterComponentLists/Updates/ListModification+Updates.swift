public import RosterComponents
public import RosterCore
public import RosterEngine

extension ListModification {
  /// An update of the state of a component.
  ///
  ///     try await list.apply(.update(.root, of: Row.self, in: .id(item)) { $0.isOpen = true })
  ///
  /// Updates are applied once each, in the order in which they were queued, even if the insertion
  /// of the item or section is still pending. Consecutive waiting updates with equal annotations
  /// become one revision. An update that fails does not affect others. An update that names its
  /// tree by id does not fail with a changeset before it.
  ///
  /// A data source refuses it with `noSuchItem` or `noSuchSupplement` for a place that will not
  /// exist, and with `updateWhileBuilding` if it is called from within a build. Once it is queued, it
  /// fails with `noSuchItem`, `noSuchSupplement` or `edit` if the tree or the scope does not exist
  /// when its turn comes.
  ///
  /// - Parameters:
  ///   - scope: The scope of the component.
  ///   - component: The type of the component there.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  ///   - change: Changes the state. Called once.
  /// - Complexity: O(1) to queue; O(log *n*) and what is built to apply.
  public static func update<C: Component, Message: Sendable>(
    _ scope: ScopePath, of component: C.Type, in tree: TreeReference,
    _ change: @escaping @Sendable (inout C.State) -> Void
  ) -> Self
  where
    Output == ComponentTree<Message>,
    Outcome == UpdateOutcome<ListBatch<Model, SectionModel, Output>>
  {
    .edits([.update(scope, of: component, change)], in: tree)
  }

  /// Edits of a tree, which are applied together.
  ///
  /// They get one outcome together. If some are refused, the outcome is the first refusal; the others
  /// are applied. What an update is refused with refuses them as well.
  ///
  /// - Parameters:
  ///   - edits: The edits, in order.
  ///   - tree: The item, header or footer. A path, or the index of a section, refers to the list
  ///     after everything pending.
  public static func edits<Message: Sendable>(_ edits: [TreeEdit], in tree: TreeReference) -> Self
  where
    Output == ComponentTree<Message>,
    Outcome == UpdateOutcome<ListBatch<Model, SectionModel, Output>>
  {
    Self { list, annotation, mode in EditModification(edits, of: tree, annotation, mode, list) }
  }
}
