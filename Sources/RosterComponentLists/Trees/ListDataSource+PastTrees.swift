package import RosterComponents
package import RosterCore
package import RosterEngine

extension ListDataSource {
  /// Returns the trees of some rows as they were at an earlier revision: built anew from the models and states of then, in
  /// the environment and the layout of the present.
  ///
  /// Nothing is kept of them, and what begins in such a build is not stored. Their actions are those of the present, so
  /// nothing is to be performed on them.
  ///
  /// - Parameter rows: Rows of the list at the revision.
  /// - Returns: For each row its tree, `nil` for a header or footer that its section did not have, or why it cannot be read.
  /// - Complexity: One row per model and state; builds on all cores.
  package func pastTrees<Message: Sendable>(
    of rows: PlacedTrees
  ) -> [TreeID: Result<ComponentTree<Message>?, StorageError>]
  where Output == ComponentTree<Message> {
    var trees: [TreeID: Result<ComponentTree<Message>?, StorageError>] = [:]
    for (id, result) in zip(rows.ids, components().trees.pastTrees(of: rows)) {
      trees[id] = result.map { updated in updated.built.tree.map { ComponentTree<Message>($0) } }
    }
    return trees
  }
}

extension ListTrees {
  /// Returns trees as they were at the revision of their rows, in order; on any thread.
  fileprivate func pastTrees(of rows: PlacedTrees) -> [Result<UpdatedTree, StorageError>] {
    let works = worksOnDemandOneByOne(for: rows)
    run(works.compactMap { try? $0.get() }, currentConditions)
    return works.map { $0.map(\.updated) }
  }
}
