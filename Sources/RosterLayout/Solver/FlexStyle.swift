/// A flex container as the solver reads it.
struct FlexStyle {
  var isRow: Bool
  /// Whether the main axis begins at the edge where text ends.
  var isReverse: Bool
  var wraps: Bool
  var wrapsInReverse: Bool
  var justifyContent: ContentDistribution
  var alignItems: ItemAlignment
  var alignContent: ContentDistribution
  var rowGap: Length
  var columnGap: Length

  init(_ container: FlexContainer) {
    isRow = container.direction == .row || container.direction == .rowReverse
    isReverse = container.direction == .rowReverse || container.direction == .columnReverse
    wraps = container.wrap != .noWrap
    wrapsInReverse = container.wrap == .wrapReverse
    justifyContent = container.justifyContent
    alignItems = container.alignItems
    alignContent = container.alignContent
    rowGap = Length(edge: container.rowGap, allowsNegative: false)
    columnGap = Length(edge: container.columnGap, allowsNegative: false)
  }
}
