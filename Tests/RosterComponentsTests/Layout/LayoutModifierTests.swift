import RosterComponents
import RosterLayout
import Testing

/// The modifiers of a style, each on its own.
@Suite("Layout: modifiers") struct LayoutModifierTests {
  /// A style and a container, which a modifier changes.
  private struct Styled: FlexModifiable, Equatable {
    var style = LayoutStyle()
    var container = FlexContainer()

    consuming func layout(_ change: (inout LayoutStyle) -> Void) -> Styled {
      change(&style)
      return self
    }

    consuming func flex(_ change: (inout FlexContainer) -> Void) -> Styled {
      change(&container)
      return self
    }
  }

  private static func styled(_ change: (inout LayoutStyle) -> Void) -> Styled {
    Styled(style: LayoutStyle(change))
  }

  private static func contained(_ change: (inout FlexContainer) -> Void) -> Styled {
    Styled(container: FlexContainer(change))
  }

  private static let edges = Edges(vertical: 1, horizontal: 2)

  @Test func eachModifierOfEdgesSetsItsPartOfTheStyle() {
    let (one, edges) = (Edges(3), Self.edges)
    #expect(Styled().padding(3) == Self.styled { $0.padding = one })
    #expect(Styled().padding(vertical: 1, horizontal: 2) == Self.styled { $0.padding = edges })
    #expect(Styled().padding(edges) == Self.styled { $0.padding = edges })
    #expect(Styled().border(3) == Self.styled { $0.border = one })
    #expect(Styled().border(edges) == Self.styled { $0.border = edges })
    #expect(Styled().margin(3) == Self.styled { $0.margin = one })
    #expect(Styled().margin(vertical: 1, horizontal: 2) == Self.styled { $0.margin = edges })
    #expect(Styled().margin(edges) == Self.styled { $0.margin = edges })
  }

  @Test func eachModifierOfTheSizeSetsItsPartOfTheStyle() {
    #expect(Styled().width(1) == Self.styled { $0.width = 1 })
    #expect(Styled().height(1) == Self.styled { $0.height = 1 })
    #expect(Styled().minWidth(1) == Self.styled { $0.minWidth = 1 })
    #expect(Styled().minHeight(1) == Self.styled { $0.minHeight = 1 })
    #expect(Styled().maxWidth(1) == Self.styled { $0.maxWidth = 1 })
    #expect(Styled().maxHeight(1) == Self.styled { $0.maxHeight = 1 })
    let framed = Self.styled { style in
      style.width = 1
      style.height = 2
    }
    #expect(Styled().frame(width: 1, height: 2) == framed)
    let size = ComponentSize(
      width: 1, height: 2, minWidth: 3, minHeight: 4, maxWidth: 5, maxHeight: 6)
    let sized = Self.styled { style in
      (style.width, style.height) = (1, 2)
      (style.minWidth, style.minHeight) = (3, 4)
      (style.maxWidth, style.maxHeight) = (5, 6)
    }
    #expect(Styled().frame(size) == sized)
    #expect(Styled().aspectRatio(2) == Self.styled { $0.aspectRatio = 2 })
    #expect(Styled().boxSizing(.contentBox) == Self.styled { $0.boxSizing = .contentBox })
    #expect(Styled().display(.contents) == Self.styled { $0.display = .contents })
    #expect(Styled().overflow(.hidden) == Self.styled { $0.overflow = .hidden })
    #expect(
      Styled().layoutDirection(.rightToLeft) == Self.styled { $0.layoutDirection = .rightToLeft })
  }

  @Test func eachModifierOfThePlaceSetsItsPartOfTheStyle() {
    let edges = Self.edges
    #expect(Styled().grow(2) == Self.styled { $0.flexGrow = 2 })
    #expect(Styled().shrink(2) == Self.styled { $0.flexShrink = 2 })
    #expect(Styled().basis(.content) == Self.styled { $0.flexBasis = .content })
    #expect(
      Styled().basis(LayoutLength.points(4))
        == Self.styled { $0.flexBasis = .dimension(.points(4)) })
    #expect(Styled().alignSelf(.center) == Self.styled { $0.alignSelf = .center })
    #expect(Styled().position(.absolute) == Self.styled { $0.position = .absolute })
    let inset = Self.styled { style in
      style.position = .absolute
      style.insets = edges
    }
    #expect(Styled().position(.absolute, edges) == inset)
    #expect(Styled().insets(edges) == Self.styled { $0.insets = edges })
    #expect(Styled().order(2) == Self.styled { $0.order = 2 })
    #expect(Styled().zIndex(2) == Self.styled { $0.zIndex = 2 })
  }

  @Test func eachModifierOfTheContentSetsItsPartOfTheContainer() {
    #expect(Styled().direction(.row) == Self.contained { $0.direction = .row })
    #expect(Styled().wrap() == Self.contained { $0.wrap = .wrap })
    #expect(Styled().justifyContent(.center) == Self.contained { $0.justifyContent = .center })
    #expect(Styled().alignItems(.center) == Self.contained { $0.alignItems = .center })
    #expect(Styled().alignContent(.center) == Self.contained { $0.alignContent = .center })
    let gaps = Self.contained { container in
      container.rowGap = 1
      container.columnGap = 2
    }
    #expect(Styled().gap(row: 1, column: 2) == gaps)
    let even = Self.contained { container in
      container.rowGap = 3
      container.columnGap = 3
    }
    #expect(Styled().gap(3) == even)
    #expect(Styled().flex(even.container) == even)
    let both = Styled(style: inset.style, container: even.container)
    #expect(Styled().layout(inset.style, even.container) == both)
    #expect(Styled(style: framed.style).layout(inset.style) == inset)
  }

  private var inset: Styled { Self.styled { $0.insets = Self.edges } }
  private var framed: Styled { Self.styled { $0.width = 1 } }
}
