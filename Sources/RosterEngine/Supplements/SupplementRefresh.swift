internal import RosterComponents
internal import RosterLayout

/// The headers and footers that are built anew without a changeset.
struct SupplementRefresh: Sendable {
  /// What is kept of them, ascending by section.
  var supplements: [UpdatedSupplement] = []
  /// Whether those are all that may be others.
  var namesAll = true
  /// Whether nothing else is kept.
  var replacesAll = false
}

extension ItemTrees {
  /// A header or footer that is built anew, however equal everything is.
  func rebuilt(
    _ node: ErasedNode?, after former: UpdatedSupplement, _ conditions: TreeConditions
  ) -> BuiltSupplement {
    guard let node else { return BuiltSupplement() }
    let build: TreeBuild<any Sendable> =
      if let tree = former.built.tree {
        builder.rebuild(node, after: tree, environment: conditions.environment)
      } else {
        builder.build(node, environment: conditions.environment)
      }
    faults.report(build, of: former.id.treeID)
    // What is built anew is laid out anew: it may measure something else.
    return BuiltSupplement(
      tree: laidOut(build.tree, of: former.id.treeID, after: nil, conditions))
  }

  /// A header or footer under other conditions.
  func refreshed(
    _ former: UpdatedSupplement, _ conditions: TreeConditions, isSameEnvironment: Bool
  ) -> UpdatedSupplement {
    var refreshed = former
    refreshed.formerSize = former.built.size
    refreshed.isAnother = false
    guard let previous = former.built.tree else { return refreshed }
    refreshed.isAnother = previous.layout?.constraints != conditions.constraints
    var tree = previous
    if !isSameEnvironment {
      let build = builder.replacingEnvironment(conditions.environment, in: previous)
      faults.report(build, of: former.id.treeID)
      refreshed.isAnother = refreshed.isAnother || build.counts.bodiesRun > 0
      tree = build.tree
    }
    refreshed.built = BuiltSupplement(
      tree: laidOut(tree, of: former.id.treeID, after: previous, conditions))
    return refreshed
  }
}
