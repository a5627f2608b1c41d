internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// What authors say about changes, in messages, and what devices and hubs note beside it.
extension ChangeAnnotation {
  /// What a device or hub has noted of the revision.
  var syncNote: JSONValue? { userInfo[Self.syncKey] }

  /// What a device has noted of the revision; `nil` if its user made it.
  var deviceNote: JSONValue? {
    syncNote.flatMap { note in
      // Formats before the tenth have there what waits.
      note[SyncRole.device.digestMember] == nil && note["pending"] == nil ? nil : note
    }
  }

  /// What the author of the revision said.
  var withoutNote: ChangeAnnotation {
    guard syncNote != nil else { return self }
    var annotation = self
    annotation.userInfo[Self.syncKey] = nil
    return annotation
  }

  /// Whether its user info is nested too deep for a message.
  var isTooDeep: Bool { JSONValue.object(userInfo).isNested(deeperThan: SyncBounds.depthMax) }

  func with(note: JSONValue) -> ChangeAnnotation {
    var annotation = self
    annotation.userInfo[Self.syncKey] = note
    return annotation
  }

  /// Lets the note of the revision have the digest of the rows that are written with it.
  mutating func setSyncDigest(_ digest: String, of role: SyncRole) {
    guard var note = syncNote?.objectValue else { return }
    note[role.digestMember] = .string(digest)
    userInfo[Self.syncKey] = .object(note)
  }

  /// Adds what the author said under the keys of the changeset log.
  func addMembers(to json: inout JSONObject) {
    if let origin { json["origin"] = .string(origin) }
    if let at { json["at"] = .string(at) }
    if let group { json["group"] = .string(group) }
    if !userInfo.isEmpty { json["userInfo"] = .object(userInfo) }
    if let undo = undo.json { json["undo"] = undo }
  }
}

extension ListDataSource {
  /// Whether a revision has written the rows of the tables that have a digest: if not, they were altered.
  func hasWritten(_ digest: String, of role: SyncRole, at revision: Revision) throws -> Bool {
    // A damaged file may have any number there.
    guard revision > 0 else { return false }
    var isSound = false
    try forEachEntry(after: revision - 1) { entry in
      isSound = entry.annotation.syncDigest(of: role) == digest
      return false
    }
    return isSound
  }
}

extension SyncReading {
  /// What an author said about a change.
  ///
  /// - Parameter names: The names of a message, in which the origin is the number of one.
  func annotation(_ names: MessageNames? = nil) throws(SyncError) -> ChangeAnnotation {
    func text(_ key: String) throws(SyncError) -> String? {
      value?[key] == nil ? nil : try self[key].string()
    }
    var userInfo: JSONObject = [:]
    if let json = value?["userInfo"] {
      guard let members = json.objectValue else { throw .malformed("the user info is no object") }
      userInfo = members
    }
    var undo = UndoScope.standard
    if let json = value?["undo"] {
      guard let scope = UndoScope(json: json) else {
        throw .malformed("a scope of undo is neither a name nor false")
      }
      undo = scope
    }
    var origin = try names == nil ? text("origin") : nil
    if let names, let json = value?["origin"] { origin = try names.name(json) }
    return ChangeAnnotation(
      origin: origin, at: try text("at"), userInfo: userInfo, group: try text("group"), undo: undo
    ).withoutNote
  }
}
