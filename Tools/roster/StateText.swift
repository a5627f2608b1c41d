import RosterCore
import RosterJSON
import RosterLog

/// A state for people: its scope, its value, and the version of its type if that is not the first.
struct StateText {
  private let logged: LoggedState

  init(_ logged: LoggedState) {
    self.logged = logged
  }

  var text: String {
    guard let state = logged.state else { return "\(logged.scope)  forgotten" }
    let version = state.typeVersion == 1 ? "" : "  version \(state.typeVersion)"
    return "\(logged.scope)  \(state.value.canonicalText)\(version)"
  }
}
