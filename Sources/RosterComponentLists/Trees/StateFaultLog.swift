internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Reports faults of states, once for each scope of a tree.
final class StateFaultLog: Sendable {
  private struct Place: Hashable {
    var tree: TreeID
    var scope: ScopePath
  }

  private let reporter: (@Sendable (StateFault) -> Void)?
  private let reported = Guarded<Set<Place>>([])

  init(_ reporter: (@Sendable (StateFault) -> Void)?) { self.reporter = reporter }

  func report(_ build: TreeBuild<any Sendable>, of tree: TreeID) {
    if build.undecodable.isEmpty && build.unencodable.isEmpty { return }
    for state in build.undecodable {
      report(
        StateFault(
          tree: tree, scope: state.scope, kind: .undecodable(state.stored), reason: state.reason))
    }
    for state in build.unencodable {
      report(StateFault(tree: tree, scope: state.scope, kind: .unencodable, reason: state.reason))
    }
  }

  private func report(_ fault: StateFault) {
    guard let reporter else { return }
    let place = Place(tree: fault.tree, scope: fault.scope)
    if reported.withLock({ $0.insert(place).inserted }) { reporter(fault) }
  }
}
