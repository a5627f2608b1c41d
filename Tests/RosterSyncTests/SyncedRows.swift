import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLog
import RosterSync

/// A component whose states are merged: all marks that any device has made.
struct Marks: Component {
  struct State: ComponentState {
    var marks: Set<String> = []

    init(_ marks: Set<String> = []) { self.marks = marks }

    init(from decoder: any Decoder) throws {
      marks = try Set(decoder.singleValueContainer().decode([String].self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(marks.sorted())
    }
  }

  static let typeName = "Marks"
  static let stateSyncing = StateSyncing<State>.merged { base, theirs, mine in
    // What one side has taken away stays away.
    State(
      theirs.marks.union(mine.marks).subtracting((base?.marks ?? []).subtracting(mine.marks))
        .subtracting((base?.marks ?? []).subtracting(theirs.marks)))
  }

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("marks") }
}

/// A component of which the last writer's state stays.
struct Draft: Component {
  struct State: ComponentState { var text = "" }

  static let typeName = "Draft"
  static let stateSyncing = StateSyncing<State>.lastWriter

  func initialState() -> State { State() }

  func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("draft") }
}

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
  static var marks: ScopePath { ScopePath([ScopeKey(typeName: Marks.typeName)]) }
  static var draft: ScopePath { ScopePath([ScopeKey(typeName: Draft.typeName)]) }
  static var unfolded: ScopePath { ScopePath([ScopeKey(typeName: Unfolded.typeName)]) }
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

extension ItemPath {
  static var first: ItemPath { ItemPath(section: 0, item: 0) }
}

extension ListSnapshot {
  /// The states of all items, headers and footers.
  func syncedStates(_ scopes: [ScopePath] = [.marks, .draft]) throws -> [LoggedState] {
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
