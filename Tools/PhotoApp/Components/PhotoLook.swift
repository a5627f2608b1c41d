import Roster
import RosterComponents
import RosterLayout
import RosterWidgets

/// How photos look, as a value of the environment: components read it where they stand.
///
/// The states of components do not depend on it, so photos may look otherwise each time.
struct PhotoLook: ComponentEnvironmentKey, Equatable {
  enum Surface {
    /// The screen of a terminal, whose points are cells.
    case screen
    /// A page in a browser, which lays rows out itself.
    case page
  }

  static let defaultValue = PhotoLook(.screen)

  let surface: Surface
  /// The width of a photo that stands beside others; `nil` if photos stand one below the other.
  var cellWidth: Double?
  /// How many lines the screen has; `nil` if that does not count.
  var lineCount: Double?

  init(_ surface: Surface, cellWidth: Double? = nil, lineCount: Double? = nil) {
    (self.surface, self.cellWidth, self.lineCount) = (surface, cellWidth, lineCount)
  }

  /// What the components of the package look like.
  var style: StyleSheet {
    switch surface {
    case .screen:
      var style = StyleSheet.terminal
      style.button.selectedColor = .terminal(.brightRed)
      return style
    case .page: return .page
    }
  }

  private var isPage: Bool { surface == .page }

  /// The room around rows.
  var margins: Edges {
    isPage ? Edges(vertical: 12, horizontal: 16) : Edges(vertical: 0, horizontal: 1)
  }

  /// The distance between the lines of a row.
  var lineGap: LayoutLength { isPage ? 8 : 0 }

  /// The distance between what stands beside each other.
  var columnGap: LayoutLength { isPage ? 12 : 2 }

  /// The values that the components of a list look at.
  var environment: ComponentEnvironment {
    var environment = ComponentEnvironment()
    environment[PhotoLook.self] = self
    environment.style = style
    return environment
  }

  /// How much room a picture has beside words.
  var thumbnail: (width: LayoutLength, height: LayoutLength) { isPage ? (120, 90) : (12, 4) }

  /// How high a picture in a cell is.
  var cellPictureHeight: LayoutLength { isPage ? 140 : 6 }

  /// How large a picture is on a screen, in cells.
  var pictureSize: Size {
    cellWidth.map { Size(width: max(0, $0 - 2), height: 6) } ?? Size(width: 12, height: 4)
  }

  /// How high a picture on its own page is; `nil` if its width decides that. On a screen it leaves room for
  /// what stands below it, up to the field for a comment.
  var largePictureHeight: Double? { isPage ? nil : max(6, (lineCount ?? 24) - 9) }

  /// How wide a column of a page is at least; a cell is as wide as its column.
  static let pageColumnWidth = 220.0

  /// How wide a cell is; `auto` where the host makes it as wide as its column.
  var cellLength: LayoutLength { isPage ? .auto : cellWidth.map { .points($0) } ?? .auto }

  /// The smallest width of a cell, and the height of one, for hosts that place cells themselves.
  static let screenCell = (width: 22.0, height: 9.0)
}
