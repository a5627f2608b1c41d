public import RosterLayout

/// How a control looks, and how much room it takes besides its title.
public struct ControlStyle: Hashable, Sendable {
  /// The colour of the title; `nil` for that of the host.
  public var color: StyleColor?
  /// The colour behind the control; `nil` for none.
  public var background: StyleColor?
  /// The colour of a line around the control; `nil` for none.
  public var border: StyleColor?
  /// Whether the title is bold.
  public var isBold = false
  /// The room between the edges of the control and its title.
  public var padding = Edges()
  /// The width that the host needs besides the title: for brackets, or for a knob.
  public var chromeWidth = 0.0
  /// The least height.
  public var minHeight = 0.0

  /// Makes a style in which the host decides everything.
  public init() {}

  /// Makes a style that a function changes.
  public init(_ configure: (inout ControlStyle) -> Void) {
    self.init()
    configure(&self)
  }
}

/// How buttons look.
public struct ButtonStyle: Hashable, Sendable {
  /// In the usual state. A terminal draws brackets around the title, which take two cells.
  public var control = ControlStyle { $0.chromeWidth = 2 }
  /// The colour of the title of a selected button; `nil` for the usual one.
  public var selectedColor: StyleColor?
  /// The colour behind a selected button; `nil` for the usual one.
  public var selectedBackground: StyleColor?
  /// The colour of the title of a button that cannot be pressed; `nil` for the usual one.
  public var disabledColor: StyleColor? = .secondaryText
  /// The distance between icon and title.
  public var iconGap = 1.0
  /// The width of an icon that is a picture; one that is text is measured.
  public var iconWidth = 1.0

  /// Makes the style of terminals.
  public init() {}
}

/// How an icon with a text looks.
public struct LabelStyle: Hashable, Sendable {
  /// The colour of the icon; `nil` for that of the host.
  public var iconColor: StyleColor? = .accent
  /// The distance between icon and text.
  public var gap = 1.0

  /// Makes the style of terminals.
  public init() {}
}

/// How pictures look before they are there.
public struct ImageStyle: Hashable, Sendable {
  /// The size of a picture of which nothing else is known.
  public var size = Size(width: 16, height: 4)
  /// The width of a point divided by its height: cells of a terminal are twice as high as wide.
  public var pointAspectRatio = 0.5
  /// The colour of the area of a picture that is not there yet; `nil` for none.
  public var placeholderColor: StyleColor?

  /// Makes the style of terminals.
  public init() {}
}

/// How spinners look.
public struct SpinnerStyle: Hashable, Sendable {
  /// The width and the height.
  public var length = 1.0
  /// The colour; `nil` for that of the host.
  public var color: StyleColor?
  /// The distance between spinner and text.
  public var gap = 1.0

  /// Makes the style of terminals.
  public init() {}
}

/// How bars of progress look.
public struct ProgressStyle: Hashable, Sendable {
  /// The width of a bar whose width nothing else decides.
  public var length = 20.0
  /// The height.
  public var thickness = 1.0
  /// The colour; `nil` for that of the host.
  public var color: StyleColor?

  /// Makes the style of terminals.
  public init() {}
}

/// How switches look.
public struct ToggleStyle: Hashable, Sendable {
  /// The switch. A terminal draws `[x]` before the title, which takes three cells.
  public var control = ControlStyle { $0.chromeWidth = 3 }
  /// The distance between the switch and its title.
  public var gap = 1.0

  /// Makes the style of terminals.
  public init() {}
}

/// How controls look that choose one of several.
public struct SegmentsStyle: Hashable, Sendable {
  /// One segment: a terminal draws a blank on both sides of each title.
  public var control = ControlStyle { $0.padding = Edges(vertical: 0, horizontal: 1) }
  /// The width of the line between two segments.
  public var separatorWidth = 1.0

  /// Makes the style of terminals.
  public init() {}
}

/// How fields for text look.
public struct FieldStyle: Hashable, Sendable {
  /// The field.
  public var control = ControlStyle()
  /// The colour of the text that stands in an empty field; `nil` for that of the host.
  public var placeholderColor: StyleColor? = .secondaryText
  /// The message below a field whose value is refused.
  public var error = TextStyle { $0.color = .error }
  /// The width of a field whose width nothing else decides.
  public var width = 24.0

  /// Makes the style of terminals.
  public init() {}
}

/// How lines between components look.
public struct DividerStyle: Hashable, Sendable {
  /// How thick a line is.
  public var thickness = 1.0
  /// The colour; `nil` for that of the host.
  public var color: StyleColor? = .separator

  /// Makes the style of terminals.
  public init() {}
}

/// How short texts look that stand in front of or beside something.
public struct BadgeStyle: Hashable, Sendable {
  /// The text.
  public var text = TextStyle { $0.isBold = true }
  /// The colour behind it; `nil` for none.
  public var background: StyleColor? = .selection
  /// The room around the text.
  public var padding = Edges(vertical: 0, horizontal: 1)

  /// Makes the style of terminals.
  public init() {}
}

/// How lists within a row look.
public struct CarouselStyle: Hashable, Sendable {
  /// The distance between two items.
  public var gap = 1.0
  /// How far from where the visible part begins items have views, if only those near it have some;
  /// at least the greatest length that is visible at once.
  public var windowLength = 256.0

  /// Makes the style of terminals.
  public init() {}
}
