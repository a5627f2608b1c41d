public import RosterJSON

/// The first line of a changeset log.
public struct ChangesetLogHeader: Sendable, Hashable {
  /// The version of the format that this package reads and writes.
  public static let currentVersion = 1

  /// The version of the format that the log is written in.
  public var version: Int

  /// The name of the log.
  public var name: String?

  /// The header's other keys. Roster ignores them and keeps them for the program that wrote them.
  public var others: JSONObject

  /// Makes a header. In `others`, the keys `changesetLog` and `name` are ignored.
  public init(
    version: Int = currentVersion, name: String? = nil, others: JSONObject = [:]
  ) {
    self.version = version
    self.name = name
    self.others = others
    self.others[Key.version] = nil
    self.others[Key.name] = nil
  }

  enum Key {
    static let version = "changesetLog"
    static let name = "name"
  }
}
