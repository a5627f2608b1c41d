/// A step of an item by one place of its list, as a key makes it.
public enum ReorderStep: Hashable, Sendable {
  /// Towards the start of the list.
  case earlier
  /// Towards the end of the list.
  case later
}
