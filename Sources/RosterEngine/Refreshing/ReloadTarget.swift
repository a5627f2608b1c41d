/// What a reload generates again.
public enum ReloadTarget: Hashable, Sendable {
  /// The whole list.
  case all
  /// A section of the list as it will be after all pending modifications.
  case section(Int)
  /// Some items, headers and footers.
  case trees([TreeReference])

  /// Some items.
  public static func items(_ items: [ItemReference]) -> Self { .trees(items.map { .item($0) }) }
}
