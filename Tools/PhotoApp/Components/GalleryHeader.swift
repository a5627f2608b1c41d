import Roster
import RosterComponents
import RosterLayout
import RosterWidgets

/// The header of the photos: how many there are, and what the user has chosen about them.
struct GalleryHeader: Component, Equatable {
  static let typeName = "GalleryHeader"

  let summary: GallerySummary

  func body(_ scope: Scope<Self>) -> Node<GalleryMessage> {
    let look = scope.environment(PhotoLook.self)
    let settings = summary.settings
    ViewNode("box") {
      ViewNode("box") {
        Text(count, .headline).grow(1).shrink(1)
        if summary.isRefreshing { Spinner(label: "Refreshing") }
        Button("refresh", action: scope.send("refresh", .refresh))
      }
      .direction(.row).alignItems(.center).gap(look.columnGap)
      if let failure = summary.refreshFailure {
        ViewNode("box") {
          Text("Not refreshed: \(failure).", .error).shrink(1)
          Button("retry", action: scope.send("retry", .retry))
        }
        .direction(.row).wrap().alignItems(.center)
        .gap(row: look.lineGap, column: look.columnGap)
      }
      ViewNode("box") {
        SegmentedControl(
          PhotoOrder.allCases.map(\.rawValue), selection: index(of: settings.order),
          onChange: scope.send("order") { (index: Int) in .order(.allCases[clamping: index]) }
        )
        .accessibility(label: "Order")
        SegmentedControl(
          GalleryArrangement.allCases.map(\.rawValue), selection: index(of: settings.arrangement),
          onChange: scope.send("arrange") { (index: Int) in .arrange(.allCases[clamping: index]) }
        )
        .accessibility(label: "Arrangement")
        Button(
          settings.filter.onlyFavourites ? "♥ only" : "♡ only",
          action: scope.send(
            "favourites", .showOnlyFavourites(!settings.filter.onlyFavourites))
        )
        .selected(settings.filter.onlyFavourites)
      }
      .direction(.row).wrap().alignItems(.center)
      .gap(row: look.lineGap, column: look.columnGap)
      TextField(settings.filter.text, placeholder: "Search titles and authors").reportingChanges()
        .map(GalleryMessage.search)
    }
    .gap(look.lineGap).padding(look.margins)
    Divider()
  }

  private var count: String {
    let shown = "\(summary.shownCount) photo\(summary.shownCount == 1 ? "" : "s")"
    let counted =
      summary.hiddenCount > 0
      ? "\(shown), \(summary.hiddenCount) hidden by the filter" : shown
    // The server says where the list ends, and not how long it is.
    return summary.progress.isComplete ? counted : "\(counted) so far"
  }

  private func index<Choice: CaseIterable & Equatable>(of choice: Choice) -> Int?
  where Choice.AllCases == [Choice] { Choice.allCases.firstIndex(of: choice) }
}

extension Array {
  /// The element at an index, or the one that is nearest to it; the array must not be empty.
  fileprivate subscript(clamping index: Int) -> Element {
    self[Swift.min(Swift.max(0, index), count - 1)]
  }
}
