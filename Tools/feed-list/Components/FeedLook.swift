internal import Roster
public import RosterComponents
internal import RosterLayout
internal import RosterWidgets

/// How the feed looks, as a value of the environment: components read it where they stand.
///
/// The states of components do not depend on it, so a feed may look otherwise each time.
public enum FeedLook: ComponentEnvironmentKey, Sendable {
  /// Lines of text that follow each other.
  case lines
  /// The screen of a terminal with room for margins, and with a field to write in.
  case screen
  /// A page in a browser, which lays rows out itself.
  case page
  /// Views of a toolkit, as those of UIKit, in points.
  case views

  /// Lines.
  public static let defaultValue = FeedLook.lines

  /// What the components of the package look like.
  var style: StyleSheet {
    switch self {
    case .lines, .screen:
      var style = StyleSheet.terminal
      style.button.selectedColor = .terminal(.brightRed)
      return style
    case .page: return .page
    case .views: return .points
    }
  }

  /// Whether there is a field to write in, and a line below each row.
  var isInteractive: Bool { self != .lines }

  /// Whether rows are dragged to other places. Pages and the views of a toolkit do not do that here.
  var dragsRows: Bool { !isInPoints }

  /// Whether distances are those of points, and not of the cells of a terminal.
  private var isInPoints: Bool { self == .page || self == .views }

  /// The room around rows.
  var margins: Edges {
    switch self {
    case .lines: Edges()
    case .screen: Edges(vertical: 0, horizontal: 1)
    case .page, .views: Edges(vertical: 12, horizontal: 16)
    }
  }

  /// The distance between the lines of a row.
  var lineGap: LayoutLength { isInPoints ? 8 : 0 }

  /// The distance between the buttons of a row.
  var buttonGap: LayoutLength { isInPoints ? 8 : 2 }

  /// Where the words beside the buttons of a row stand: buttons in points are higher.
  var buttonAlignment: ItemAlignment { isInPoints ? .center : .stretch }

  /// How much of the free room in the first line of a row stands before its buttons.
  var growth: Double { isInteractive ? 1 : 0 }
}
