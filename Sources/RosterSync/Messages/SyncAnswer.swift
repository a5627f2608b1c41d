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
      "sync": .integer(SyncRequest.format(withStates: false)), "hub": .string(hub),
      "revision": .integer(revision),
      "mark": .string(mark),
    ]
    switch contents {
    case .page(let revisions, let isLast):
      var names = MessageNames()
      json["revisions"] = .array(revisions.map { $0.json(&names) })
      names.addMember(to: &json)
      json["last"] = .bool(isLast)
    case .whole(let page): page.addMembers(to: &json)
    case .refused(let reason): json["refused"] = .string(reason)
    }
    return json.sealed
  }

  /// Whether a revision in it brings back what the hub's list had before.
  var bringsBack: Bool {
    guard case .page(let revisions, _) = contents else { return false }
    return revisions.contains { !$0.returned.isEmpty }
  }
}

extension SyncAnswer {
  /// Reads an answer.
  ///
  /// - Parameter knownCount: The number of items and sections of the hub's list that the device has: no more
  ///   than these, and what the revisions insert, can be removed.
  init(json: JSONValue, knownCount: Int = SyncBounds.numberCountMax) throws {
    try json.sync.requireSound()
    hub = try json.sync["hub"].name()
    revision = try json.sync["revision"].integer()
    mark = try json.sync["mark"].mark()
    if let reason = json["refused"]?.stringValue {
      contents = .refused(SyncBounds.reason(reason))
    } else if json["whole"] != nil {
      contents = .whole(try WholePage(json: json))
    } else {
      let names = try MessageNames(json: json)
      // Of all revisions together.
      var removedCountMax = knownCount
      contents = .page(
        try json.sync["revisions"].array().map {
          let revision = try HubRevision(json: $0, names, removedAtMost: removedCountMax)
          let outline = revision.changeset.outline
          removedCountMax += outline.insertedItems.count + outline.insertedSections.count
          removedCountMax -= revision.removed.items.count + revision.removed.sections.count
          return revision
        }, isLast: json["last"]?.boolValue ?? true)
    }
  }
}

/// A revision of the hub as devices get it.
struct HubRevision: Sendable {
  var changeset: SyncChangeset
  /// The states that it wrote or removed.
  var states: [LoggedState]
  /// What its author said about it.
  var annotation: ChangeAnnotation
  /// What the hub noted of it, if the device may have made it.
  var note: HubNote?
  /// The hub's numbers of what it removed: items by their places before, then sections.
  var removed: IdentityNumbers
  /// The hub's numbers of what it inserted and the list had had before, in the order of the changeset; 0 for what is new.
  var returned: IdentityNumbers

  /// - Parameter names: The names of the message.
  func json(_ names: inout MessageNames) -> JSONValue {
    var json: JSONObject = ["changeset": changeset.json]
    if !states.isEmpty { json["states"] = states.json }
    annotation.addMembers(to: &json)
    if let origin = annotation.origin { json["origin"] = names.json(origin) }
    note?.addMembers(to: &json, &names)
    if !removed.isEmpty { json["removed"] = removed.json }
    if !returned.isEmpty { json["returned"] = returned.json }
    return .object(json)
  }

  /// - Parameters:
  ///   - applied: The change as the hub's list has applied it.
  ///   - next: The numbers that the list gave next before it.
  ///   - annotation: What the journal says about the revision.
  ///   - names: The names in keys of changes of the device. It needs no notes of others.
  ///   - sent: The keys of the changes that the device has sent with the request. It needs no digests of them.
  init(
    changeset: SyncChangeset, _ applied: ListChange, _ next: NextIdentifiers,
    states: [LoggedState], _ annotation: ChangeAnnotation, to names: Set<String>,
    sent: Set<ChangeKey>
  ) throws {
    self.changeset = changeset
    self.states = states
    let identities = applied.identities
    removed = IdentityNumbers(
      items: identities.removedItems.map(\.id.rawValue),
      sections: identities.removedSections.map(\.rawValue))
    // Identities are numbered in the order in which a list gives them.
    returned = IdentityNumbers(
      items: identities.insertedItems.map { $0.rawValue < next.item ? $0.rawValue : 0 },
      sections: identities.insertedSections.map { $0.rawValue < next.section ? $0.rawValue : 0 })
    self.annotation = annotation.withoutNote
    // Another writer may say more than a message has room for.
    if self.annotation.isTooDeep { self.annotation.userInfo = [:] }
    note = try HubNote(annotation).flatMap { names.contains($0.key.name) ? $0 : nil }
    if let key = note?.key, sent.contains(key) { note?.key = key.withoutDigest }
  }

  init(json: JSONValue, _ names: MessageNames, removedAtMost removedCountMax: Int) throws {
    changeset = try json.sync["changeset"].changeset()
    let outline = changeset.outline
    let insertedCount = max(outline.insertedItems.count, outline.insertedSections.count)
    states = try json.sync["states"].states()
    annotation = try json.sync.annotation(names)
    note = try json["key"].map { _ in try HubNote(json: json, names, atMost: insertedCount) }
    removed = try IdentityNumbers(json: json["removed"], atMost: removedCountMax)
    returned = try IdentityNumbers(json: json["returned"], atMost: insertedCount)
    try json.sync.requireDepth(of: changeset, states, annotation)
  }
}

/// What a hub keeps, in the user info of a revision, of the change that led to it.
struct HubNote: Sendable {
  /// The format of a note that does not have everything that is settled: the first hubs looked for that in each note.
  private static let format = 3

  var key: ChangeKey
  /// The number of the change before it under the same name.
  var after: Int
  /// The device's numbers of the inserted items, in the order of the committed changeset.
  var items: [Int] = []
  /// The device's numbers of the inserted sections likewise.
  var sections: [Int] = []
  /// How many parts of the change are lost.
  var lostCount = 0
  /// Why nothing of the change was taken.
  var refusal: String?
  /// Everything that is settled by the revision, if a hub before the eleventh format has said it.
  private(set) var formerlySettled: SettledChanges?
  /// The hub's mark of the revision before.
  var former = ""

  /// The note as it is in the list.
  var json: JSONValue {
    var json: JSONObject = [
      "format": .integer(Self.format), "key": key.json, "former": .string(former),
    ]
    key.addDigest(to: &json)
    key.add(after: after, to: &json)
    addOutcome(to: &json)
    return .object(json)
  }

  /// Adds what its device needs to a revision of a message.
  func addMembers(to json: inout JSONObject, _ names: inout MessageNames) {
    json["key"] = names.json(key)
    key.addDigest(to: &json)
    addOutcome(to: &json)
  }

  private func addOutcome(to json: inout JSONObject) {
    if !items.isEmpty { json["items"] = items.runs }
    if !sections.isEmpty { json["sections"] = sections.runs }
    if lostCount > 0 { json["lost"] = .integer(lostCount) }
    if let refusal { json["refused"] = .string(refusal) }
  }

  init(key: ChangeKey, after: Int) { (self.key, self.after) = (key, after) }

  init(json: JSONValue) throws {
    let format = try json.sync["format"].integer()
    guard format <= Self.format else { throw SyncError.newerFormat(format) }
    let key = try ChangeKey(json: try json.sync["key"].json())
    self.init(key: key, after: try key.after(beside: json))
    try readOutcome(json, atMost: SyncBounds.numberCountMax)
    formerlySettled = try json["settled"].map { _ in try SettledChanges(json: json) }
    former = try json.sync["former"].string()
  }

  /// Reads the note of a revision of a message.
  ///
  /// - Parameter countMax: The number of items or sections that the revision inserts.
  fileprivate init(json: JSONValue, _ names: MessageNames, atMost countMax: Int) throws {
    let key = try names.key(try json.sync["key"].json())
    self.init(key: key, after: key.number - 1)
    try readOutcome(json, atMost: countMax)
  }

  private mutating func readOutcome(_ json: JSONValue, atMost countMax: Int) throws {
    key.readDigest(beside: json)
    items = try json.sync["items"].numbers(atMost: countMax)
    sections = try json.sync["sections"].numbers(atMost: countMax)
    lostCount = try json.sync["lost"].lostCount()
    refusal = json["refused"]?.stringValue.map(SyncBounds.reason)
  }

  /// Returns the note of a revision, `nil` if it came from no device.
  init?(_ annotation: ChangeAnnotation) throws {
    guard let json = annotation.syncNote, json["key"] != nil else { return nil }
    try self.init(json: json)
  }
}
