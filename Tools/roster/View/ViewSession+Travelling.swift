import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterPages
import RosterTerminal

/// Going back in time.
extension ViewSession {
  /// The way to an earlier revision that is too far to be there at once.
  struct Way {
    let goal: Revision
    /// Goes there.
    let task: Task<Void, Never>
    /// The list where the way has come to, from which others may be shorter.
    var reached: Snapshot
    var share: Double

    /// What the line below the list says.
    var text: String { "to revision \(goal): \(Int(share * 100)) %; escape stays here" }
  }

  /// Goes back or forth from the revision that is shown, or that was asked for last.
  func travel(by distance: Int) throws {
    let start = way?.goal ?? shown?.pastRevision ?? live.snapshot.revision
    try travel(to: min(start + distance, live.snapshot.revision))
  }

  /// Shows a revision, once the way there is gone. Keys are heard meanwhile.
  func travel(to revision: Revision) throws {
    let known = way?.reached ?? (shown?.pastRevision == nil ? live : shown?.list)?.snapshot
    let present = live.snapshot.revision
    leaveWay()
    if revision > present {
      message = "there is no revision \(revision); the list is at \(present)"
      return
    }
    if revision == present {
      if shown?.pastRevision != nil { try show(live, at: nil) }
      return
    }
    let oldest = try live.oldestRevision
    guard revision >= oldest else {
      message = "revision \(oldest) is the oldest one that is kept"
      return
    }
    if revision == shown?.pastRevision { return }
    var walk = try live.walk(to: revision, near: known ?? live.snapshot)
    guard try walk.goOn() else { return try showPast(live.snapshot(of: walk)) }
    let task = Task { [weak self, walk] in await self?.goOn(walk) ?? () }
    way = Way(
      goal: revision, task: task, reached: live.snapshot(of: walk), share: walk.share)
  }

  /// Goes on with a way, a step at a time, and lets other work go on in between.
  private func goOn(_ begun: RevisionWalk) async {
    var walk = begun
    do {
      repeat {
        await Task.yield()
        if Task.isCancelled { return }
        way?.reached = live.snapshot(of: walk)
        way?.share = walk.share
        redraw()
      } while try walk.goOn()
      way = nil
      try showPast(live.snapshot(of: walk))
    } catch {
      way = nil
      message = "\(error)"
    }
    redraw()
  }

  /// Breaks off the way to an earlier revision.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func leaveWay() -> Bool {
    guard let former = way else { return false }
    former.task.cancel()
    way = nil
    return true
  }

  /// Shows the list as it was, with signs beside the rows that the revision has changed.
  private func showPast(_ snapshot: Snapshot) throws {
    let past = try templates.open(
      PastStorage(of: stored.storage, as: snapshot.state), DataSourceConfiguration(),
      width: screen.host.size.width, columns: shownColumns)
    // The first frame has them already.
    pastMarks = try marks(of: snapshot)
    try show(past, at: snapshot.revision)
  }

  /// What the revision of a snapshot has changed; nothing if what was before is kept no longer.
  private func marks(of snapshot: Snapshot) throws -> ChangeMarks {
    var marks = ChangeMarks()
    guard try snapshot.revision > live.oldestRevision,
      let entry = try live.entry(of: snapshot.revision)
    else { return marks }
    let former = try live.snapshot(at: snapshot.revision - 1, near: snapshot)
    marks.take(try former.state.replaying(entry.record))
    return marks
  }
}
