internal import RosterLayout

/// How a view or a box is laid out: kept aside, since most have nothing of their own to say, and all
/// are copied while a tree is built.
struct BoxStyle: Sendable {
  /// What is said, if anything.
  struct Content: Sendable {
    var style = LayoutStyle()
    var arrangement = BoxArrangement.flex(FlexContainer())
  }

  /// Empty, without memory of its own, if everything has its default; otherwise one element. An array
  /// is shared when it is copied, and copied when it is changed.
  private var contents: [Content] = []

  /// Makes a style in which everything has its default.
  init() {}

  init(arrangement: BoxArrangement) { contents = [Content(arrangement: arrangement)] }

  /// What is said; `nil` if everything has its default.
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

  /// Changes how flexbox places what is in the box; other arrangements give way to it.
  mutating func modifyContainer(_ change: (inout FlexContainer) -> Void) {
    var container = FlexContainer()
    if case .flex(let current) = arrangement { container = current }
    change(&container)
    arrangement = .flex(container)
  }
}

/// How what is in a view or a box is placed.
enum BoxArrangement: Sendable {
  case flex(FlexContainer)
  case rule(any LayoutRule)
  /// By nothing: the box is as large as some content.
  case measured(any MeasuredContent)
  /// If there is one box it stands in place of this one, otherwise they stand in a column: what a
  /// rule that takes one child is given.
  case slot
}
