internal import RosterCore

/// Changes that one modification makes, one after the other, each with a revision of its own.
final class ChangeRowPlan<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  ModificationPlan
{
  private let changes: [ChangePlan<Model, SectionModel, Output>]
  private let waves: [[WaveShare]]
  private let modification: any Modification<[ListBatch<Model, SectionModel, Output>]>
  let target: ListState
  let madeOutputCount: Int

  init(
    _ changes: [ChangePlan<Model, SectionModel, Output>], on source: ListState,
    of modification: any Modification<[ListBatch<Model, SectionModel, Output>]>
  ) {
    self.changes = changes
    let plans: [any ModificationPlan] = changes
    waves = plans.waves
    madeOutputCount = plans.madeOutputCount
    self.modification = modification
    target = changes.last?.target ?? source
  }

  var waveCounts: [Int] { waves.map(\.outputCount) }

  func make(_ range: Range<Int>, ofWave wave: Int) { waves[wave].make(range, ofWave: wave) }

  func addRevisions(to group: inout CommitGroup) {
    for change in changes { change.addRevisions(to: &group) }
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
