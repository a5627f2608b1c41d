internal import RosterCore
internal import RosterEngine
internal import RosterStore
import RosterTestKit
internal import RosterTestSupport

/// What is done to a list while calls fail: each step is at most one commit.
enum FaultStep: Hashable, CustomStringConvertible {
  /// A changeset through the data source, with a state; the number seeds it.
  case change(Int)
  /// A changeset that fills some pages.
  case fill
  /// States alone, through the data source.
  case states(Int)
  case undo
  case redo
  /// A changeset with states that is committed to the other list directly.
  case commit
  case compact
  case check
  case vacuum
  case reopen

  var description: String {
    switch self {
    case .change(let number): "change \(number)"
    case .fill: "fill"
    case .states(let number): "states \(number)"
    case .undo: "undo"
    case .redo: "redo"
    case .commit: "commit"
    case .compact: "compact"
    case .check: "check"
    case .vacuum: "vacuum"
    case .reopen: "reopen"
    }
  }

  /// Everything that is written and read, with the file closed and opened in between.
  static let workload: [FaultStep] = [
    .change(1), .fill, .states(1), .commit, .undo, .commit, .redo, .check, .reopen, .change(2),
    .states(2), .undo, .compact, .commit, .vacuum, .change(3), .check,
  ]

  private static let history = NumberedHistory(.lists, seed: 7)
  private static let scope = ScopePath([ScopeKey(typeName: "Row")])

  /// Does the step. The owner of the session opens the file again after `reopen`.
  ///
  /// - Parameter base: How far the lists were before it.
  func perform(in session: FaultSession, from base: FaultRevisions) throws {
    switch self {
    case .change(let number):
      try session.dataSource.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, "section \(number)")
          $0.insertItems(
            (0..<3).map { "item \(number).\($0)" }, at: ItemPath(section: 0, item: 0))
        },
        states: [assignment("with \(number)")])
    case .fill:
      try session.dataSource.applySynchronously(
        Changeset {
          $0.updateItem(at: ItemPath(section: 0, item: 1), "updated")
          $0.insertItems((0..<700).map { "fill \($0)" }, at: ItemPath(section: 0, item: 3))
        })
    case .states(let number):
      try session.dataSource.applySynchronously(
        Changeset(), states: [assignment("alone \(number)")])
    case .undo: try session.dataSource.applySynchronously(.undo())
    case .redo: try session.dataSource.applySynchronously(.redo())
    case .commit:
      let state = try session.direct.load()
      // It may be there although the last try has failed.
      guard state.revision == base.direct else { return }
      let revision = state.revision + 1
      var builder = CommitGroupBuilder(state)
      try builder.add(Self.history.changeset(revision, counts: state.itemCounts)) { change in
        try Self.history.states(revision, counts: change.target.itemCounts) {
          try change.target.itemID(at: $0)
        }
      }
      try session.direct.commit(builder.group)
    case .compact:
      try session.dataSource.compact(JournalRetention(revisionCountMax: 3))
    case .check:
      let findings = try session.store.check()
      guard findings.isEmpty else {
        throw StorageError(
          .corrupt, "\(session.store.path): \(findings.map(\.description).joined(separator: "; "))")
      }
    case .vacuum: try session.store.vacuum()
    case .reopen: try session.store.close()
    }
  }

  private func assignment(_ text: String) -> StateAssignment {
    StateAssignment(
      item: .path(ItemPath(section: 0, item: 0)), scope: Self.scope,
      state: StoredState(value: .text(text)))
  }
}
