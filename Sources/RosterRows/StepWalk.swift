package import RosterCore

/// Walks the revisions that undo and redo would revert.
///
/// Both are stacks that are kept as linked lists: the row of a revision names the tops after it,
/// and the entry below a revision was the top in the row before it.
package struct StepWalk {
  private let keys: RowKey
  private let oldest: Revision
  private let tops: (Revision) throws -> StepTops
  private let groupName: (Revision) throws -> String?

  /// Makes a walk through the journal of a list.
  ///
  /// - Parameters:
  ///   - oldest: The oldest revision that can be read.
  ///   - tops: Returns the tops after a revision. A revision that the journal no longer has is its
  ///     own top for undo.
  ///   - groupName: Returns the group of a revision that the journal has.
  package init(
    _ keys: RowKey, oldest: Revision, tops: @escaping (Revision) throws -> StepTops,
    groupName: @escaping (Revision) throws -> String?
  ) {
    self.keys = keys
    self.oldest = oldest
    self.tops = tops
    self.groupName = groupName
  }

  /// Returns what undo and redo would revert at a revision.
  ///
  /// - Throws: `DamagedRow`.
  package func steps(at revision: Revision) throws -> JournalSteps {
    let tops = try tops(revision)
    let (undo, isCompacted) = try run(from: tops.undo) { $0.undo }
    let (redo, _) = try run(from: tops.redo) { $0.redo }
    return JournalSteps(undo: undo, redo: redo, isUndoCompacted: isCompacted)
  }

  /// Returns the revisions of one group from the top of a stack.
  ///
  /// - Returns: An empty array if the journal no longer has all of them, because a group is
  ///   reverted either as a whole or not at all.
  private func run(
    from top: Revision, _ stack: (StepTops) -> Revision
  ) throws -> (revisions: [Revision], isCompacted: Bool) {
    guard top > oldest else { return ([], top > 0) }
    var revisions = [top]
    let name = try groupName(top)
    while name != nil {
      let next = stack(try tops(revisions[revisions.count - 1] - 1))
      if next == 0 { break }
      guard next > oldest else { return ([], true) }
      // A damaged row must not lead round in a circle.
      guard next < revisions[revisions.count - 1] else {
        throw DamagedRow("journal", keys.key(next))
      }
      guard try groupName(next) == name else { break }
      revisions.append(next)
    }
    return (revisions, false)
  }
}
