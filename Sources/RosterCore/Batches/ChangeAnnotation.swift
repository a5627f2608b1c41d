public import RosterJSON

/// What a caller says about a changeset. The journal stores it and the batch carries it, without
/// interpreting it.
public struct ChangeAnnotation: Hashable, Sendable {
  private struct Contents: Hashable, Sendable {
    var origin: String?
    var at: String?
    var userInfo: JSONObject = [:]
    var group: String?
    var undo = UndoScope.standard
  }

  private static let nothing = SharedValue(Contents())

  private var contents: SharedValue<Contents>

  /// Who or what made the changeset.
  public var origin: String? {
    get { contents.value.origin }
    set { contents.value.origin = newValue }
  }

  /// When it was made, in the caller's notation; ISO 8601 by convention.
  public var at: String? {
    get { contents.value.at }
    set { contents.value.at = newValue }
  }

  /// Values that the caller wants to find again in the batch.
  public var userInfo: JSONObject {
    get { contents.value.userInfo }
    _modify { yield &contents.value.userInfo }
  }

  /// The group that the change belongs to. Successive changes of one group are undone and redone
  /// together.
  public var group: String? {
    get { contents.value.group }
    set { contents.value.group = newValue }
  }

  /// In which history undo and redo take the change back. It says nothing about what components make
  /// of their own states, which no undo takes back.
  public var undo: UndoScope {
    get { contents.value.undo }
    set { contents.value.undo = newValue }
  }

  /// Makes an annotation; by default an empty one.
  public init(
    origin: String? = nil, at: String? = nil, userInfo: JSONObject = [:],
    group: String? = nil, undo: UndoScope = .standard
  ) {
    let given = Contents(origin: origin, at: at, userInfo: userInfo, group: group, undo: undo)
    contents = given == Contents() ? Self.nothing : SharedValue(given)
  }
}
