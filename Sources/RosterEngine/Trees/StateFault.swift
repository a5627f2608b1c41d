internal import RosterComponents
internal import RosterConcurrency
public import RosterCore
public import RosterLayout

/// A state that could not be read or stored.
public struct StateFault: Hashable, Sendable {
  /// The kinds of faults.
  public enum Kind: Hashable, Sendable {
    /// The stored state cannot be decoded, so the scope has its initial state. The stored state
    /// stays until the state changes or the scope ends.
    case undecodable(StoredState)
    /// The initial state cannot be encoded, so it stays in memory only.
    case unencodable
  }

  /// The tree of the item, header or footer.
  public let tree: TreeID
  /// The scope within its components.
  public let scope: ScopePath
  /// The kind of fault.
  public let kind: Kind
  /// The reason, as the decoder or encoder gives it.
  public let reason: String
}

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

/// A failure to lay out a tree, which is then shown without frames and has no size.
public struct LayoutFault: Hashable, Sendable {
  /// The tree of the item, header or footer.
  public let tree: TreeID
  /// Why the layout failed.
  public let reason: LayoutError
}
