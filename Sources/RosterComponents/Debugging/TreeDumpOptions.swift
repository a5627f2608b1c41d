/// The parts of a dump besides the scopes and the views.
public struct TreeDumpOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The states of scopes.
  public static let states = TreeDumpOptions(rawValue: 1 << 0)
  /// The attributes of views.
  public static let attributes = TreeDumpOptions(rawValue: 1 << 1)
  /// The actions of views' events.
  public static let events = TreeDumpOptions(rawValue: 1 << 2)
  /// The descriptions of views for assistive technology.
  public static let accessibility = TreeDumpOptions(rawValue: 1 << 3)

  /// Everything.
  public static let all: TreeDumpOptions = [.states, .attributes, .events, .accessibility]
}
