package import RosterComponents
package import RosterCore

/// A component whose states are merged: all marks that any device has made.
package struct Marks: Component {
  package struct State: ComponentState {
    var marks: Set<String> = []

    init(_ marks: Set<String> = []) { self.marks = marks }

    package init(from decoder: any Decoder) throws {
      marks = try Set(decoder.singleValueContainer().decode([String].self))
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(marks.sorted())
    }
  }

  package static let typeName = "Marks"
  package static let stateSyncing = StateSyncing<State>.merged { base, remote, local in
    // What one side has taken away stays away.
    State(
      remote.marks.union(local.marks).subtracting((base?.marks ?? []).subtracting(local.marks))
        .subtracting((base?.marks ?? []).subtracting(remote.marks)))
  }

  package func initialState() -> State { State() }

  package func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("marks") }
}

/// A component of which the last writer's state stays.
package struct Draft: Component {
  package struct State: ComponentState { var text = "" }

  package static let typeName = "Draft"
  package static let stateSyncing = StateSyncing<State>.lastWriter

  package func initialState() -> State { State() }

  package func body(_ scope: Scope<Self>) -> Node<Never> { ViewNode("draft") }
}

extension ScopePath {
  package static var marks: ScopePath { ScopePath([ScopeKey(typeName: Marks.typeName)]) }
  package static var draft: ScopePath { ScopePath([ScopeKey(typeName: Draft.typeName)]) }
}
