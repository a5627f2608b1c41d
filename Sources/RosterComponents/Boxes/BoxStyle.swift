internal import RosterLayout

/// How a view or a box is laid out. The content is kept apart, since most views and boxes have
/// default styles, and all are copied while a tree is built.
struct BoxStyle: Sendable {
  /// The values that differ from the default.
  struct Content: Sendable {
    var style = LayoutStyle()
    var arrangement = BoxArrangement.flex(FlexContainer())
  }

  /// Empty, and so without an allocation, if everything has its default; otherwise one element.
  /// Copies share an array until one of them changes.
  private var contents: [Content] = []

  /// Makes a style in which everything has its default.
  init() {}

  init(arrangement: BoxArrangement) { contents = [Content(arrangement: arrangement)] }

  /// The values; `nil` if everything has its default.
  var content: Content? { contents.first }

  var style: LayoutStyle {
    get { contents.first?.style ?? LayoutStyle() }
    _modify {
      if contents.isEmpty { contents.append(Content()) }
      yield &contents[0].style
    }
  }

  var arrangement: BoxArrangement {
    get { contents.first?.arrangement ?? .flex(FlexContainer()) }
    set {
      if contents.isEmpty { contents.append(Content()) }
      contents[0].arrangement = newValue
    }
  }

  /// Changes how flexbox places the children. Replaces any other arrangement.
  mutating func modifyContainer(_ change: (inout FlexContainer) -> Void) {
    var container = FlexContainer()
    if case .flex(let current) = arrangement { container = current }
    change(&container)
    arrangement = .flex(container)
  }
}

/// How the children of a view or a box are placed.
enum BoxArrangement: Sendable {
  case flex(FlexContainer)
  case grid(GridContainer)
  case rule(any LayoutRule)
  /// No children: the box has the size of some content.
  case measured(any MeasuredContent)
  /// A single box takes the place of this one; otherwise the boxes stand in a column. A rule that
  /// takes one child receives a slot.
  case slot
}
