internal import RosterComponents
internal import RosterCore

/// Reports faults of states, each once for each scope of an item.
final class StateFaultLog: Sendable {
  private let reporter: (@Sendable (StateFault) -> Void)?
  private let reported = Guarded<Set<StateAddress>>([])

  init(_ reporter: (@Sendable (StateFault) -> Void)?) { self.reporter = reporter }

  func report(_ build: TreeBuild<any Sendable>, of item: ItemID) {
    if build.undecodable.isEmpty && build.unencodable.isEmpty { return }
    for state in build.undecodable {
      report(
        StateFault(
          item: item, scope: state.scope, kind: .undecodable(state.stored), reason: state.reason))
    }
    for state in build.unencodable {
      report(StateFault(item: item, scope: state.scope, kind: .unencodable, reason: state.reason))
    }
  }

  private func report(_ fault: StateFault) {
    guard let reporter else { return }
    let address = StateAddress(item: fault.item, scope: fault.scope)
    if reported.withLock({ $0.insert(address).inserted }) { reporter(fault) }
  }
}
