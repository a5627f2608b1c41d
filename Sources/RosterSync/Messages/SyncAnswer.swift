internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// What a hub answers a device.
struct SyncAnswer: Sendable {
  enum Contents: Sendable {
    /// The revisions after the one that the device has, in order.
    case page([HubRevision], isLast: Bool)
    /// A page of the list whole, because the hub no longer has or never had the device's revision.
    case whole(WholePage)
    /// The hub does nothing.
    case refused(String)
  }

  /// The name of the hub.
  var hub: String
  /// The hub's revision after the contents.
  var revision: Revision
  /// The hub's mark of that revision.
  var mark: String
  var contents: Contents

  var json: JSONValue {
    var json: JSONObject = [
      "sync": .integer(SyncRequest.format), "hub": .string(hub), "revision": .integer(revision),
      "mark": .string(mark),
    ]
    switch contents {
    case .page(let revisions, let isLast):
      json["revisions"] = .array(revisions.map(\.json))
      json["last"] = .bool(isLast)
    case .whole(let page): page.addMembers(to: &json)
    case .refused(let reason): json["refused"] = .string(reason)
    }
    return json.sealed
  }

  init(hub: String, revision: Revision, mark: String, contents: Contents) {
    self.hub = hub
    self.revision = revision
    self.mark = mark
    self.contents = contents
  }

  init(json: JSONValue) throws {
    try json.sync.requireSound()
    hub = try json.sync["hub"].string()
    revision = try json.sync["revision"].integer()
    mark = try json.sync["mark"].string()
    if let reason = json["refused"]?.stringValue {
      contents = .refused(reason)
    } else if json["whole"] != nil {
      contents = .whole(try WholePage(json: json))
    } else {
      contents = .page(
        try json.sync["revisions"].array().map(HubRevision.init),
        isLast: json["last"]?.boolValue ?? true)
    }
  }
}

/// A revision of the hub as devices get it.
struct HubRevision: Sendable {
  var changeset: SyncChangeset
  /// What its author said about it.
  var annotation: ChangeAnnotation
  /// What the hub noted of it, if it came from a device.
  var note: HubNote?

  var json: JSONValue {
    var json: JSONObject = ["changeset": changeset.json]
    annotation.addMembers(to: &json)
    if let note { json["note"] = note.json(isStored: false) }
    return .object(json)
  }

  /// - Parameter annotation: What the journal says about the revision.
  init(changeset: SyncChangeset, _ annotation: ChangeAnnotation) throws {
    self.changeset = changeset
    self.annotation = annotation.withoutNote
    note = try HubNote(annotation)
  }

  init(json: JSONValue) throws {
    changeset = try json.sync["changeset"].changeset()
    annotation = try json.sync.annotation()
    note = try json["note"].map(HubNote.init)
  }
}

/// What a hub keeps, in the user info of a revision, of the change that led to it.
struct HubNote: Sendable {
  /// How many names of openings the hub remembers; see ``settled``.
  static let nameCountMax = 256

  var key: ChangeKey
  /// The device's numbers of the inserted items, in the order of the committed changeset.
  var items: [Int] = []
  /// The device's numbers of the inserted sections likewise.
  var sections: [Int] = []
  /// How many parts of the change are lost.
  var lostCount = 0
  /// Why nothing of the change was taken.
  var refusal: String?
  /// The last settled number of each name, the last used name last.
  var settled: [ChangeKey] = []
  /// The hub's mark of the revision before.
  var former = ""

  /// - Parameter isStored: Whether it is written into the list, with what only the hub needs.
  func json(isStored: Bool = true) -> JSONValue {
    var json: JSONObject = [
      "format": .integer(SyncRequest.format), "key": key.json, "items": items.runs,
      "sections": sections.runs, "lost": .integer(lostCount),
    ]
    if let refusal { json["refused"] = .string(refusal) }
    if isStored {
      json["settled"] = .array(settled.map(\.json))
      json["former"] = .string(former)
    }
    return .object(json)
  }

  init(key: ChangeKey) { self.key = key }

  init(json: JSONValue) throws {
    let format = try json.sync["format"].integer()
    guard format <= SyncRequest.format else { throw SyncError.newerFormat(format) }
    key = try ChangeKey(json: try json.sync["key"].json())
    items = try json.sync["items"].numbers()
    sections = try json.sync["sections"].numbers()
    lostCount = try json.sync["lost"].integer()
    refusal = json["refused"]?.stringValue
    settled = try json["settled"]?.sync.array().map { try ChangeKey(json: $0) } ?? []
    former = json["former"]?.stringValue ?? ""
  }

  /// Returns the note of a revision, `nil` if it came from no device.
  init?(_ annotation: ChangeAnnotation) throws {
    guard let json = annotation.syncNote, json["key"] != nil else { return nil }
    try self.init(json: json)
  }
}
