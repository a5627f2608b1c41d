public import RosterComponents
public import RosterCore
internal import RosterJSON
internal import RosterLayout

/// A list within a row, from left to right, which the user scrolls.
///
///     Carousel(photos.map(PhotoCard.init), itemWidth: 24)
///
/// All items have the same width; the highest decides the height. Where the user has scrolled to is
/// the state of the carousel, so it is kept as long as its row. An item keeps its state by its
/// identifier, and without one by its index.
public struct Carousel<Item: Component & Equatable>: Component, Equatable {
  /// A carousel sends what its items send.
  public typealias Message = Item.Message

  /// Where the user has scrolled to.
  public struct State: ComponentState {
    /// The distance between the start of the content and where the visible part begins, in points.
    public var offset = 0.0
  }

  /// The name under which states are kept, whatever the type of the items is.
  public static var typeName: String { "RosterWidgets.Carousel" }

  /// The items.
  public let items: [Item]
  /// The width of an item.
  public let itemWidth: Double
  /// The identifier of the carousel among its siblings.
  public let identifier: ScopeIdentifier?
  private var isWindowed = false
  private var scrolled = Action<Double>()

  /// Makes a carousel.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - itemWidth: The width of each, in points; one that is not positive and finite counts as 1.
  ///   - identifier: The identifier of the carousel among its siblings.
  public init(_ items: [Item], itemWidth: Double, identifier: ScopeIdentifier? = nil) {
    self.items = items
    self.itemWidth = itemWidth.isFinite && itemWidth > 0 ? itemWidth : 1
    self.identifier = identifier
  }

  /// Lets only items near the visible part have views.
  ///
  /// An item that is scrolled far away then loses its state, and does not count for the height. See
  /// ``CarouselStyle/windowLength``.
  public func windowed(_ isWindowed: Bool = true) -> Self {
    var carousel = self
    carousel.isWindowed = isWindowed
    return carousel
  }

  /// Sets the action of scrolling. It receives the offset of the visible part.
  public func onScroll(_ action: Action<Double>) -> Self {
    var carousel = self
    carousel.scrolled = action
    return carousel
  }

  /// Returns an action that makes the item of an index the first visible one, if that is possible:
  /// to be performed from outside.
  ///
  ///     let show = Carousel<PhotoCard>.show(in: tree.paths(of: Carousel<PhotoCard>.self)[0])
  ///     try await list.apply(.action(show, 3, in: .id(photos)))
  public static func show(in scope: ScopePath) -> Action<Int> {
    Action(named: "show", in: scope)
  }

  /// Returns the state in which the first item is visible.
  public func initialState() -> State { State() }

  /// Returns the view and the items in it.
  public func body(_ scope: Scope<Self>) -> Node<Message> {
    let style = scope.style(\.carousel)
    let places = CarouselPlaces(
      count: items.count, width: itemWidth, gap: style.gap.isFinite ? max(0, style.gap) : 0)
    let offset = places.clamping(scope.state.offset)
    let shown =
      isWindowed ? places.indices(near: offset, within: style.windowLength) : 0..<items.count
    let scroll = scope.edit("scroll") { (state, offset: Double) in
      state.offset = places.clamping(offset)
    }
    _ = scope.edit("show") { (state, index: Int) in state.offset = places.offset(of: index) }
    let view = ViewNode<Message>("scroll") {
      for index in shown {
        CarouselItem(item: items[index], index: index)
      }
    }
    return Node(
      view.attribute("axis", "horizontal")
        .attribute("offset", .number(offset)).attribute("length", .number(places.length))
        .layout(by: CarouselRule(places: places, first: shown.lowerBound))
        .overflow(.scroll).shrink(1).minWidth(0)
        .on(.scroll, scroll).on(.scroll, scrolled))
  }
}

extension ViewEvent {
  /// The user has scrolled the content of the view. Passes the offset where the visible part begins.
  public static let scroll = ViewEvent(rawValue: "scroll")
}

/// An item by its index, so that it keeps its state when others before it have no views.
private struct CarouselItem<Item: Component & Equatable>: Component, Equatable {
  static var typeName: String { "RosterWidgets.CarouselItem" }

  let item: Item
  let index: Int

  var identifier: ScopeIdentifier? { item.identifier ?? .number(index) }

  func body(_ scope: Scope<Self>) -> Node<Item.Message> { Sizing { item } }
}

/// Where the items of a carousel are in its content.
struct CarouselPlaces: Hashable, Sendable {
  let count: Int
  let width: Double
  let gap: Double

  /// The length of the content.
  var length: Double { count > 0 ? Double(count) * (width + gap) - gap : 0 }

  /// Returns where an item begins; that of the nearest if there is no item of the index.
  func offset(of index: Int) -> Double { Double(min(max(0, index), max(0, count - 1))) * stride }

  /// Returns the nearest offset at which content is visible; the host does not scroll beyond the
  /// end, as it knows how much of it is visible at once.
  func clamping(_ offset: Double) -> Double { offset.isNaN ? 0 : min(max(0, offset), length) }

  /// Returns the items of which some part is less than a length away from an offset.
  func indices(near offset: Double, within length: Double) -> Range<Int> {
    let length = length.isFinite ? max(width, length) : self.length
    let first = ((offset - length / 2) / stride).rounded(.down)
    let end = ((offset + length * 1.5) / stride).rounded(.up)
    let lower = Int(min(max(0, first), Double(count)))
    return lower..<max(lower, Int(min(max(0, end), Double(count))))
  }

  private var stride: Double { width + gap }
}

/// Places the items of a carousel side by side, each as high as the highest.
struct CarouselRule: LayoutRule, Hashable {
  let places: CarouselPlaces
  /// The index of the first item that has views.
  let first: Int

  func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    let width = places.width
    let own = ParentSize(width: width, height: nil)
    var height = range.min.height
    for index in 0..<children.count {
      let room = SizeRange(
        min: Size(width: width, height: 0), max: Size(width: width, height: range.max.height))
      height = max(height, children.layout(index, in: room, parentSize: own).size.height)
    }
    let room = SizeRange(
      min: Size(width: width, height: height), max: Size(width: width, height: height))
    let placed = (0..<children.count).map { index in
      RuleLayout.PlacedChild(
        index: index, position: Point(x: places.offset(of: first + index), y: 0),
        layout: children.layout(
          index, in: room, parentSize: ParentSize(width: width, height: height)))
    }
    // No wider than what is visible at once, and no wider than the content.
    return RuleLayout(
      size: range.clamping(Size(width: places.length, height: height)), children: placed)
  }
}

extension CarouselRule: RuleDescribed {
  /// The width of items, the room between them, and the index of the first one that has views:
  ///
  ///     {"carousel":{"first":0,"gap":8,"width":160}}
  var json: JSONValue {
    [
      "carousel": [
        "width": .number(places.width), "gap": .number(places.gap), "first": .number(Double(first)),
      ]
    ]
  }
}
