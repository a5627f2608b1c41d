internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// What a device keeps, in the user info of a revision, of its synchronization.
///
/// The list at that revision is the base with the pending changes on it. The base is the hub's list at ``hubRevision``.
/// Revisions after it, up to the next note, are changes that the device has made since.
struct DeviceNote: Sendable {
  /// The name of the opening that wrote the note. Changes after it have keys of this name, and their
  /// revisions as numbers. So a copy of the file gives the changes in it the same keys.
  private(set) var opening: String
  /// The number of the last change under this name, `nil` before the first one.
  var last: Int?
  /// The hash of the changes under this name.
  var chain = ChangeChain()
  /// The hub, `nil` before the first answer.
  var hub: String?
  /// The hub's revision.
  var hubRevision: Revision = 0
  /// The hub's mark of that revision.
  var mark = ""
  /// The changes that the hub has not settled, each for the list after the one before.
  var pending: [KeyedChange] = []
  /// What leads from the list back to the base.
  var back = SyncChangeset()
  /// The device's numbers of the items that ``back`` inserts, 0 for those that the device never
  /// had.
  var backItems: [ItemID] = []
  /// The sections likewise.
  var backSections: [SectionID] = []
  /// The states that ``back`` sets.
  var backStates: [LoggedState] = []

  /// What of the hub's list has gone since the note before, and the device has removed too. It may
  /// come back. A later note does not repeat it.
  var gone = HubIdentities()
  /// Whether the hub's list came whole. The hub may have been restored, and give the numbers in
  /// earlier notes to something else.
  var isWhole = false

  /// Makes the note of a device that was never opened before.
  init(opening: String) { self.opening = opening }

  /// Lets changes after the note have keys of the name of an opening.
  mutating func open(_ opening: String) {
    guard opening != self.opening else { return }
    self.opening = opening
    (last, chain) = (nil, ChangeChain())
  }

  /// - Parameter news: What the revision of the note brings.
  func json(_ news: SyncNews) -> JSONValue {
    let hasStates = !backStates.isEmpty || pending.contains { !$0.states.isEmpty }
    var json: JSONObject = [
      "format": .integer(SyncRequest.format(withStates: hasStates)),
      "opening": .string(opening),
      "revision": .integer(hubRevision),
      "mark": .string(mark), "pending": .array(pending.map(\.json)), "back": back.json,
      "items": backItems.map(\.rawValue).runs, "sections": backSections.map(\.rawValue).runs,
    ]
    if !backStates.isEmpty { json["states"] = backStates.json }
    if let last { json["last"] = .integer(last) }
    if chain != ChangeChain() { json["chain"] = .string(chain.text) }
    if let hub { json["hub"] = .string(hub) }
    if !gone.isEmpty { json["gone"] = gone.json }
    if isWhole { json["whole"] = true }
    news.addMembers(to: &json)
    return .object(json)
  }

  init(json: JSONValue) throws {
    let format = try json.sync["format"].integer()
    guard format <= SyncRequest.format else { throw SyncError.newerFormat(format) }
    opening = try json.sync["opening"].string()
    last = try json["last"].map { try $0.sync.integer() }
    chain = json["chain"]?.stringValue.flatMap(ChangeChain.init) ?? ChangeChain()
    hub = json["hub"]?.stringValue
    hubRevision = try json.sync["revision"].integer()
    mark = try json.sync["mark"].string()
    pending = try json.sync["pending"].array().map { try KeyedChange(json: $0) }
    back = try json.sync["back"].changeset()
    backItems = try json.sync["items"].numbers().map(ItemID.init)
    backSections = try json.sync["sections"].numbers().map(SectionID.init)
    backStates = try json.sync["states"].states()
    gone = try HubIdentities(json: json["gone"])
    isWhole = json["whole"]?.boolValue ?? false
    guard backItems.count == back.outline.insertedItems.count,
      backSections.count == back.outline.insertedSections.count
    else { throw SyncError.malformed("the note does not name what the device hides") }
  }

  /// Returns the note of a revision, `nil` if the device's user made it.
  init?(_ annotation: ChangeAnnotation) throws {
    guard let json = annotation.deviceNote else { return nil }
    try self.init(json: json)
  }
}
