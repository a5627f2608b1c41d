internal import RosterCore
internal import RosterJSON

/// What a device asks a hub: settle these changes, and tell what came after a revision.
struct SyncRequest: Sendable {
  /// The format of messages and notes that this version writes.
  static let format = 1

  /// The hub that the device belongs to, `nil` if it does not know yet.
  var hub: String?
  /// The hub's revision that the device has.
  var after: Revision
  /// The hub's mark of that revision.
  var mark: String
  /// Changes for the list at that revision, each for the list after the one before.
  var changes: [KeyedChange]

  var json: JSONValue {
    var json: JSONObject = [
      "sync": .integer(Self.format), "after": .integer(after), "mark": .string(mark),
      "changes": .array(changes.map(\.json)),
    ]
    if let hub { json["hub"] = .string(hub) }
    return .object(json)
  }

  init(hub: String?, after: Revision, mark: String, changes: [KeyedChange]) {
    self.hub = hub
    self.after = after
    self.mark = mark
    self.changes = changes
  }

  init(json: JSONValue) throws {
    try json.sync.requireFormat()
    hub = json["hub"]?.stringValue
    after = try json.sync["after"].integer()
    mark = try json.sync["mark"].string()
    changes = try json.sync["changes"].array().map(KeyedChange.init)
  }
}

extension SyncReading {
  /// Checks the format of a message.
  func requireFormat() throws(SyncError) {
    let format = try self["sync"].integer()
    guard format <= SyncRequest.format else { throw .newerFormat(format) }
  }
}
