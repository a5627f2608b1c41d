public import RosterComponents
internal import RosterLayout

/// How components look: values with names, which are handed down the tree.
///
/// A component reads its part of the style sheet from the environment, and is built again when that
/// part changes. A style sheet is set for a list in its environment:
///
///     var environment = ComponentEnvironment()
///     environment.style = .points
///
/// It is changed for a part of a tree where the part stands:
///
///     PostRow(post).style { $0.text.color = .secondaryText }
///
/// Lengths are points. A point of ``terminal`` is a cell.
public struct StyleSheet: Hashable, Sendable, ComponentEnvironmentKey {
  /// ``terminal``.
  public static let defaultValue = StyleSheet.terminal

  /// The colours of each appearance.
  public var palettes = Palettes(.host)
  /// The distances between components.
  public var spacing = Spacing()

  /// Running text.
  public var text = TextStyle()
  /// Small text beside or below something.
  public var caption = TextStyle { $0.color = .secondaryText }
  /// The first line of something.
  public var headline = TextStyle { $0.isBold = true }
  /// The name of a screen or a section.
  public var title = TextStyle { style in
    style.isBold = true
    style.padding = Edges(vertical: 1, horizontal: 0)
  }
  /// Text that leads elsewhere.
  public var link = TextStyle { style in
    style.color = .accent
    style.isUnderlined = true
  }
  /// What has gone wrong.
  public var error = TextStyle { $0.color = .error }

  /// An icon with a text.
  public var label = LabelStyle()
  /// Buttons.
  public var button = ButtonStyle()
  /// Pictures.
  public var image = ImageStyle()
  /// Spinners.
  public var spinner = SpinnerStyle()
  /// Bars that show how far something is.
  public var progress = ProgressStyle()
  /// Switches.
  public var toggle = ToggleStyle()
  /// Controls that choose one of several.
  public var segments = SegmentsStyle()
  /// Fields for text.
  public var field = FieldStyle()
  /// Lines between components.
  public var divider = DividerStyle()
  /// Short texts in front of or beside something.
  public var badge = BadgeStyle()
  /// Lists within a row.
  public var carousel = CarouselStyle()

  /// Makes the style sheet of terminals.
  public init() {}

  /// For terminals: a point is a cell, and colours are those of the terminal.
  public static let terminal = StyleSheet()

  /// For pages of lists in a browser, which have a colour for each name, in the light and in the dark.
  public static let page: StyleSheet = {
    var sheet = StyleSheet.points
    sheet.palettes = Palettes(.host)
    return sheet
  }()

  /// For hosts with pixels: room for fingers, and palettes of its own.
  public static let points: StyleSheet = {
    var sheet = StyleSheet()
    sheet.palettes = Palettes()
    sheet.spacing = Spacing(small: 4, medium: 8, large: 16)
    sheet.text.color = .text
    sheet.headline.color = .text
    sheet.title.color = .text
    sheet.title.padding = Edges(vertical: 8, horizontal: 0)
    sheet.label.gap = 6
    sheet.button.control = ControlStyle { control in
      control.color = .accent
      control.padding = Edges(vertical: 8, horizontal: 12)
      control.minHeight = 44
    }
    sheet.button.iconGap = 6
    sheet.button.selectedBackground = .selection
    sheet.image.placeholderColor = .surface
    sheet.image.pointAspectRatio = 1
    sheet.image.size = Size(width: 120, height: 80)
    sheet.spinner.length = 20
    sheet.spinner.color = .secondaryText
    sheet.progress.thickness = 4
    sheet.progress.length = 160
    sheet.progress.color = .accent
    sheet.toggle.gap = 8
    sheet.toggle.control = ControlStyle { control in
      control.color = .text
      control.chromeWidth = 51
      control.minHeight = 44
    }
    sheet.segments.control = ControlStyle { control in
      control.color = .text
      control.padding = Edges(vertical: 6, horizontal: 12)
      control.minHeight = 32
    }
    sheet.segments.separatorWidth = 1
    sheet.field.control = ControlStyle { control in
      control.color = .text
      control.padding = Edges(vertical: 8, horizontal: 10)
      control.minHeight = 44
      control.border = .separator
    }
    sheet.field.width = 240
    sheet.divider.color = .separator
    sheet.badge.text.color = .background
    sheet.badge.background = .accent
    sheet.badge.padding = Edges(vertical: 2, horizontal: 8)
    sheet.carousel.gap = 8
    sheet.carousel.windowLength = 2048
    return sheet
  }()
}

/// Distances between components, in points.
public struct Spacing: Hashable, Sendable {
  /// Between parts of one thing.
  public var small: Double
  /// Between things.
  public var medium: Double
  /// Between groups of things.
  public var large: Double

  /// Makes distances.
  public init(small: Double = 0, medium: Double = 1, large: Double = 2) {
    (self.small, self.medium, self.large) = (small, medium, large)
  }
}
