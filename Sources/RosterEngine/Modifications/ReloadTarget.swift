/// What is generated anew by a reload.
public enum ReloadTarget: Hashable, Sendable {
  /// The whole list.
  case all
  /// A section of the list as it will be after everything pending.
  case section(Int)
  /// Some items.
  case items([ItemReference])
}
