internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The headers and footers that are built anew without a changeset.
struct SupplementRefresh: Sendable {
  /// What is kept of them, ascending by section.
  var supplements: [UpdatedSupplement] = []
  /// Whether those are all that may be others.
  var namesAll = true
  /// Whether nothing else is kept.
  var replacesAll = false
  /// How long what was never measured is taken to be from now on; `nil` if as before.
  var estimates: ExtentEstimates?
  /// Has others make headers and footers from now on.
  var publishProviders: (@Sendable () -> Void)?
}

extension ItemTrees {
  /// A header or footer that is built anew, however equal everything is.
  func rebuilt(
    _ node: ErasedNode?, after former: UpdatedSupplement, _ conditions: TreeConditions
  ) -> UpdatedSupplement {
    guard let node else { return former.gone }
    let build: TreeBuild<any Sendable> =
      if let tree = former.built.tree {
        builder.rebuild(node, after: tree, environment: conditions.environment)
      } else {
        builder.build(node, environment: conditions.environment)
      }
    // What is built anew is laid out anew: it may measure something else.
    return updated(by: build, after: former, layoutAfter: nil, conditions)
  }

  /// A header or footer with other components at the root.
  func replaced(
    _ node: ErasedNode?, after former: UpdatedSupplement, _ conditions: TreeConditions
  ) -> UpdatedSupplement {
    guard let node else { return former.gone }
    let build = builder.build(
      node, after: former.built.tree, environment: conditions.environment)
    return updated(by: build, after: former, layoutAfter: former.built.tree, conditions)
  }

  /// A header or footer under other conditions.
  func refreshed(
    _ former: UpdatedSupplement, _ conditions: TreeConditions, isSameEnvironment: Bool
  ) -> UpdatedSupplement {
    var refreshed = former
    refreshed.formerSize = former.built.size
    refreshed.isAnother = false
    guard let previous = former.built.tree else { return refreshed }
    let isLaidOutAnew = previous.layout?.constraints != conditions.constraints
    if isSameEnvironment {
      refreshed.isAnother = isLaidOutAnew
      refreshed.built.tree = laidOut(
        previous, of: former.id.treeID, after: previous, conditions)
      return refreshed
    }
    let build = builder.replacingEnvironment(conditions.environment, in: previous)
    refreshed = updated(by: build, after: former, layoutAfter: previous, conditions)
    refreshed.isAnother = isLaidOutAnew || build.counts.bodiesRun > 0
    return refreshed
  }

  /// A header or footer after a build, with what is to be stored since.
  private func updated(
    by build: TreeBuild<any Sendable>, after former: UpdatedSupplement,
    layoutAfter previous: ErasedTree?, _ conditions: TreeConditions
  ) -> UpdatedSupplement {
    let id = former.id
    faults.report(build, of: id.treeID)
    let changes = build.stateChanges(of: id)
    let unwritten = former.built.unwritten
    return UpdatedSupplement(
      id: id, section: former.section,
      built: BuiltSupplement(
        tree: laidOut(build.tree, of: id.treeID, after: previous, conditions),
        unwritten: changes.isEmpty ? unwritten : []),
      changes: changes.isEmpty ? [] : unwritten.followed(by: changes),
      formerSize: former.built.size)
  }
}

extension UpdatedSupplement {
  /// The same without a tree, since no section has one any more; its states stay in storage.
  var withoutTree: UpdatedSupplement {
    UpdatedSupplement(
      id: id, section: section, built: BuiltSupplement(), formerSize: built.size,
      isAnother: built.tree != nil)
  }

  /// The same section without it.
  fileprivate var gone: UpdatedSupplement {
    UpdatedSupplement(
      id: id, section: section, built: BuiltSupplement(),
      changes: built.forgettingStates(of: id), formerSize: built.size,
      isAnother: built.tree != nil)
  }
}
