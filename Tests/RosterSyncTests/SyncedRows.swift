import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterTestKit
import RosterTestSupport

@testable import RosterSync

/// A component whose states stay on the device.
struct Unfolded: Component {
  struct State: ComponentState { var isUnfolded = false }

  static let typeName = "Unfolded"

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("unfolded") }
}

extension SyncedStates {
  static var ofRows: SyncedStates { SyncedStates(Marks.self, Draft.self, Unfolded.self) }
}

extension ScopePath {
  static var unfolded: ScopePath { ScopePath([ScopeKey(typeName: Unfolded.typeName)]) }
}

extension [ScopePath] {
  /// The scopes whose states synchronize.
  static var synced: [ScopePath] { [.marks, .draft] }
}

extension ListDataSource {
  /// Writes the state of a scope of a tree, as an update of it would.
  @discardableResult
  func write(
    _ state: JSONValue?, _ scope: ScopePath, of tree: TreeReference = .item(.path(.first))
  ) throws -> Batch {
    try applySynchronously(
      Changeset(),
      states: [StateAssignment(tree: tree, scope: scope, state: state.map { JSONState($0).stored })]
    )
  }
}

extension SyncDevice {
  /// The hub's list as the device has it, without pending changes.
  func hubContents() throws -> ListContents<JSONValue, JSONValue> {
    ListContents(try base().contents())
  }

  /// The states of the hub's list as the device has it, ascending by place.
  func hubStates() throws -> [LoggedState] { try base().allStates() }
}

extension ItemPath {
  static var first: ItemPath { ItemPath(section: 0, item: 0) }
}

extension ListSnapshot {
  /// The states of all items, headers and footers.
  func syncedStates(_ scopes: [ScopePath] = .synced) throws -> [LoggedState] {
    var states: [LoggedState] = []
    for section in 0..<sectionCount {
      for item in 0..<itemCount(inSection: section) {
        let path = ItemPath(section: section, item: item)
        for (scope, state) in try self.states(at: path) ?? [:] where scopes.contains(scope) {
          states.append(try LoggedState(.item(path), scope: scope, stored: state))
        }
      }
      for kind in SupplementKind.allCases {
        for (scope, state) in try self.states(of: kind, ofSection: section) ?? [:]
        where scopes.contains(scope) {
          states.append(
            try LoggedState(.supplement(kind, ofSection: section), scope: scope, stored: state))
        }
      }
    }
    return states.ascending()
  }
}
