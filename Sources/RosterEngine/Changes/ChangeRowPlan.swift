internal import RosterCore

/// Changes that one modification makes, one after the other, each with a revision of its own.
final class ChangeRowPlan<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  ModificationPlan
{
  typealias Plan = ChangePlan<Model, SectionModel, Output>

  private let changes: [Plan]
  private let waves: [[WaveShare]]
  private let modification: any Modification<[ListBatch<Model, SectionModel, Output>]>
  let target: ListState
  let madeOutputCount: Int

  /// Plans changes in their order. If one cannot be planned, those before it fail with it.
  ///
  /// - Parameter plan: Plans a change on top of those before it.
  init<Change>(
    _ changes: [Change], on source: ListState,
    of modification: any Modification<[ListBatch<Model, SectionModel, Output>]>,
    _ plan: (Change) throws(DataSourceError) -> Plan
  ) throws(DataSourceError) {
    var planned: [Plan] = []
    do throws(DataSourceError) {
      for change in changes { planned.append(try plan(change)) }
    } catch {
      for plan in planned { plan.fail(error) }
      throw error
    }
    self.changes = planned
    let plans: [any ModificationPlan] = planned
    waves = plans.waves
    madeOutputCount = plans.madeOutputCount
    self.modification = modification
    target = planned.last?.target ?? source
  }

  var waveCounts: [Int] { waves.map(\.outputCount) }

  var isCommittedWithOutputs: Bool { changes.contains { $0.isCommittedWithOutputs } }

  func make(_ range: Range<Int>, ofWave wave: Int) { waves[wave].make(range, ofWave: wave) }

  func addRevisions(to group: inout CommitGroup) {
    for change in changes { change.addRevisions(to: &group) }
  }

  func rebase(onto followed: Followed, _ state: ListState) -> RebaseResult {
    guard modification.isPlannedAgain else { return .conflict }
    for change in changes { change.discardOutputs() }
    return .outdated
  }

  func publish() { for change in changes { change.publish() } }

  func succeed() {
    let batches = changes.compactMap(\.batch)
    modification.ticket?.applied(batches)
    modification.pending.resolve(.success(batches))
  }

  func fail(_ error: DataSourceError) {
    for change in changes { change.fail(error) }
    modification.fail(error)
  }
}
