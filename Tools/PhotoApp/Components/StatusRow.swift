import Roster
import RosterComponents
import RosterLayout
import RosterWidgets

/// What the end of the list says: that photos are on their way, or why there are none.
struct StatusRow: Component, Equatable {
  static let typeName = "StatusRow"

  let status: GalleryStatus
  /// What is on its way, or is not.
  var subject = "photos"

  func body(_ scope: Scope<Self>) -> Node<GalleryMessage> {
    let look = scope.environment(PhotoLook.self)
    ViewNode("box") {
      switch status.kind {
      case .loading:
        Spinner(label: "Loading")
        Text("Loading \(subject)…", .caption)
      case .failed:
        Text("No \(subject): \(status.reason ?? "something failed").", .error).shrink(1)
        Button("retry", action: scope.send("retry", .retry))
      case .empty:
        Text("There are no \(subject) here.", .caption)
      }
    }
    .direction(.row).wrap().alignItems(.center).justifyContent(.center)
    .gap(row: look.lineGap, column: look.columnGap).padding(look.margins)
  }
}
