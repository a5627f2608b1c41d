internal import RosterCore

/// Changes that one modification makes, one after the other, each with a revision of its own.
final class ChangeRowPlan<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  ModificationPlan
{
  typealias Plan = ChangePlan<Model, SectionModel, Output>

  private let plans: [Plan]
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
    plans = planned
    let erased: [any ModificationPlan] = planned
    waves = erased.waves
    madeOutputCount = erased.madeOutputCount
    self.modification = modification
    target = planned.last?.target ?? source
  }

  var waveCounts: [Int] { waves.map { $0.outputCount } }

  var isCommittedWithOutputs: Bool { plans.contains { $0.isCommittedWithOutputs } }

  var changes: [UncommittedChange] { plans.flatMap { $0.changes } }

  func make(_ range: Range<Int>, ofWave wave: Int) { waves[wave].make(range, ofWave: wave) }

  func addRevisions(to group: inout CommitGroup) {
    for plan in plans { plan.addRevisions(to: &group) }
  }

  func rebase(onto followed: Followed, _ state: ListState) -> RebaseResult {
    guard modification.isPlannedAgain else { return .conflict }
    for plan in plans { plan.discardOutputs() }
    return .outdated
  }

  func publish() { for plan in plans { plan.publish() } }

  func succeed() {
    let batches = plans.compactMap { $0.batch }
    modification.ticket?.applied(batches)
    modification.pending.resolve(.success(batches))
  }

  func fail(_ error: DataSourceError) {
    for plan in plans { plan.fail(error) }
    modification.fail(error)
  }
}
