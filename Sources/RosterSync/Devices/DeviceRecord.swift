internal import RosterCore
internal import RosterJSON
internal import RosterLog
internal import RosterRows

/// What a device knows of its hub. The tables `sync_device` and `sync_pending` of its list keep it, and are written with
/// the revision that it belongs to.
///
/// The list at that revision is the base with the pending changes on it. The base is the hub's list at ``hubRevision``.
/// Later revisions, up to the next record, are changes that the device's user has made since.
struct DeviceRecord: Sendable {
  /// The name of the opening that wrote the record. Changes after it have keys of this name, and their
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

  /// The items and sections that the hub's list has lost since the record before and the device has removed as well, with
  /// the hub's numbers. An undo may bring one back as long as the journal keeps the removal, so the user info of the
  /// revision has them, and no table.
  var gone = HubIdentities()
  /// What others have made of what the device has removed, since the record before. The user info has it as long as an
  /// undo may bring it back.
  var edits = HiddenEdits()
  /// Whether the hub's list came whole. The hub may have been restored, and give the numbers that earlier
  /// revisions name to something else.
  var isWhole = false

  /// Makes the record of a device that was never opened before.
  init(opening: String) { self.opening = opening }

  /// Lets changes after the record have keys of the name of an opening.
  mutating func open(_ opening: String) {
    guard opening != self.opening else { return }
    self.opening = opening
    (last, chain) = (nil, ChangeChain())
  }

  // MARK: Tables

  /// Returns the rows of the tables.
  ///
  /// - Parameter revision: The revision that is written with them.
  func rows(at revision: Revision) throws(SyncError) -> DeviceRows {
    guard zip(pending, pending.dropFirst()).allSatisfy({ $0.key.number < $1.key.number }) else {
      throw .malformed("the pending changes are not in the order in which they were made")
    }
    var base: JSONObject = ["changeset": back.json]
    if !backItems.isEmpty { base["items"] = backItems.map(\.rawValue).runs }
    if !backSections.isEmpty { base["sections"] = backSections.map(\.rawValue).runs }
    if !backStates.isEmpty { base["states"] = backStates.json }
    return DeviceRows(
      DeviceRows.Device(
        revision: revision, opening: opening, last: last, chain: chain.text, hub: hub,
        hubRevision: hubRevision, mark: mark, base: JSONValue.object(base).canonicalText),
      pending: pending.map(\.row))
  }

  /// Reads the rows of the tables.
  init(_ rows: DeviceRows) throws {
    let device = rows.device
    for number in [device.hubRevision, device.last ?? 0]
    where !(0...SyncBounds.numberMax).contains(number) {
      throw SyncError.malformed("the list knows of its hub a number that no list gives")
    }
    opening = device.opening
    last = device.last
    chain = ChangeChain(text: device.chain) ?? ChangeChain()
    hub = device.hub
    hubRevision = device.hubRevision
    mark = device.mark
    pending = try rows.pending.map { try KeyedChange(row: $0) }
    let base = try JSONParser.ofMessages.parse(device.base)
    back = try base.sync["changeset"].changeset()
    try readBack(base)
  }

  /// Reads the identities and states of what ``back`` brings.
  private mutating func readBack(_ json: JSONValue) throws {
    backItems = try json.sync["items"].numbers().map(ItemID.init)
    backSections = try json.sync["sections"].numbers().map(SectionID.init)
    backStates = try json.sync["states"].states()
    guard backItems.count == back.outline.insertedItems.count,
      backSections.count == back.outline.insertedSections.count
    else { throw SyncError.malformed("what the device hides from its list is not named") }
  }

  /// What the user info of the revision says of the record.
  ///
  /// - Parameters:
  ///   - news: What the revision brings.
  ///   - rows: The rows that are written with it.
  func note(_ news: SyncNews, _ rows: DeviceRows) -> JSONValue {
    var json: JSONObject = [SyncRole.device.digestMember: .string(rows.digest)]
    if !gone.isEmpty { json["gone"] = gone.json }
    if !edits.isEmpty { json[ChangeAnnotation.hiddenEditsMember] = edits.json }
    if isWhole { json["whole"] = true }
    news.addMembers(to: &json)
    return .object(json)
  }

  // MARK: Earlier formats

  /// Reads all of it from the user info of a revision, where lists of earlier formats have it.
  init(formerNote json: JSONValue) throws {
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
    try readBack(json)
  }
}
