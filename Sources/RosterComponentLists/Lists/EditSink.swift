public import RosterComponents
public import RosterCore
public import RosterEngine

/// Passes the edits of controllers to a list of components.
struct EditSink<Model: Sendable, SectionModel: Sendable, Message: Sendable>: TreeEditSink {
  private let list: ComponentList<Model, SectionModel, Message>
  private let onRefusal: (@Sendable (TreeID, DataSourceError) -> Void)?

  init(
    _ list: ComponentList<Model, SectionModel, Message>,
    onRefusal: (@Sendable (TreeID, DataSourceError) -> Void)?
  ) {
    self.list = list
    self.onRefusal = onRefusal
  }

  /// Queues an edit of a tree.
  func enqueue(_ edit: TreeEdit, to tree: TreeID) {
    do throws(DataSourceError) {
      try list.enqueue(.edits([edit], in: TreeReference(tree)))
    } catch {
      onRefusal?(tree, error)
    }
  }
}

extension ListDataSource {
  /// Returns a sink to which the controllers of a renderer send their edits.
  ///
  /// - Parameter onRefusal: Called on the sender's thread for an edit that could not be queued,
  ///   because the list is closed or suspended, its queue is full, or the sender is being built.
  public func editSink<Message: Sendable>(
    onRefusal: (@Sendable (TreeID, DataSourceError) -> Void)? = nil
  ) -> some TreeEditSink where Output == ComponentTree<Message> {
    EditSink(self, onRefusal: onRefusal)
  }
}
