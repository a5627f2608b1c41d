/// Puts each child at a given place, whatever room there is.
///
/// If the maximum length along an axis is finite, the whole takes that length; otherwise it extends
/// to the end of its children. Percentages in the children's sizes refer to the whole where it
/// takes the maximum.
public struct StaticRule: LayoutRule, Hashable {
  /// The position of a child, and its possible sizes.
  public struct Place: Hashable, Sendable {
    /// The position of its upper left corner; infinities and NaN count as 0.
    public var position: Point
    /// Its size; `nil` for any size up to the edge of the whole.
    public var size: ComponentSize?

    /// Makes a place.
    public init(_ position: Point = .zero, size: ComponentSize? = nil) {
      self.position = position
      self.size = size
    }
  }

  /// The places of the children, in their order; children without one stand at the origin.
  public var places: [Place]

  /// Makes a rule.
  public init(_ places: [Place]) { self.places = places }

  /// Lays out each child, and places it.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    let own = range.parentSize
    var reach = range.min
    var placed: [RuleLayout.PlacedChild] = []
    placed.reserveCapacity(children.count)
    for index in 0..<children.count {
      let place = index < places.count ? places[index] : Place()
      let position = Point(
        x: place.position.x.isFinite ? place.position.x : 0,
        y: place.position.y.isFinite ? place.position.y : 0)
      let room = SizeRange(
        max: Size(width: range.max.width - position.x, height: range.max.height - position.y))
      let child = children.layout(
        index, in: place.size?.resolved(in: own) ?? room, parentSize: own)
      reach.width = max(reach.width, position.x + child.size.width)
      reach.height = max(reach.height, position.y + child.size.height)
      placed.append(.init(index: index, position: position, layout: child))
    }
    let size = Size(width: own.width ?? reach.width, height: own.height ?? reach.height)
    return RuleLayout(size: range.clamping(size), children: placed)
  }
}
