internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// What a device asks a hub: settle these changes, and tell what came after a revision.
struct SyncRequest: Sendable {
  /// The newest format of messages and notes that this version reads.
  static let format = 2

  /// The format of a message or note: an older hub or device does not know states, and would confirm a
  /// change without them.
  static func format(withStates hasStates: Bool) -> Int { hasStates ? format : 1 }

  /// The hub that the device belongs to, `nil` if it does not know yet.
  var hub: String?
  /// The hub's revision that the device has.
  var after: Revision
  /// The hub's mark of that revision.
  var mark: String
  /// Changes for the list at that revision, each for the list after the one before.
  var changes: [KeyedChange]
  /// The names in keys of the changes that the device has or makes while it waits: for revisions with
  /// these, the hub says what it noted.
  var names: Set<String>
  /// The places in the list at that revision of what the changes insert again.
  var returning = ReturningPlaces()
  /// The next page of a list that comes whole, if the device has one already.
  var page: WholePage.Start?
  /// Whether no two items of the device's list have one key: a hub that knows no keys moves none of the changes
  /// then, but leaves that to the device.
  var keepsKeys = false

  var json: JSONValue {
    var table = MessageNames()
    for name in names.sorted() { _ = table.json(name) }
    var json: JSONObject = [
      "sync": .integer(Self.format(withStates: changes.contains { !$0.states.isEmpty })),
      "after": .integer(after), "mark": .string(mark),
      "changes": .array(changes.map { $0.json(&table) }),
    ]
    table.addMember(to: &json)
    if let hub { json["hub"] = .string(hub) }
    if !returning.isEmpty { json["returning"] = returning.json }
    if let digests { json["digests"] = .string(digests) }
    if let page { json["page"] = page.json }
    if keepsKeys { json["keyed"] = true }
    return json.sealed
  }
}

extension SyncRequest {
  init(json: JSONValue) throws {
    try json.sync.requireSound()
    hub = json["hub"]?.stringValue
    after = try json.sync["after"].integer()
    mark = try json.sync["mark"].mark()
    let table = try MessageNames(json: json, ofDevices: true)
    let changes = try json.sync["changes"].array()
    guard changes.count <= SyncBounds.changeCountMax else {
      throw SyncError.malformed("there are more than \(SyncBounds.changeCountMax) changes")
    }
    self.changes = try changes.map { try KeyedChange(json: $0, table) }
    names = table.all
    returning = try json["returning"].map(ReturningPlaces.init) ?? ReturningPlaces()
    page = try json["page"].map(WholePage.Start.init)
    keepsKeys = json["keyed"]?.boolValue ?? false
    if json["digests"] != nil { try readDigests(try json.sync["digests"].string()) }
  }

  /// The digests of the changes, one behind the other: a member in each change would be a third of a small one.
  private var digests: String? {
    guard changes.contains(where: { $0.key.digest != nil }) else { return nil }
    return changes.map { $0.key.digest ?? Self.noDigest }.joined()
  }

  /// Stands for a missing digest: an earlier version of the device, which had no digests, has noted the change.
  private static let noDigest = String(repeating: "-", count: ChangeKey.digestLength)

  private mutating func readDigests(_ text: String) throws(SyncError) {
    guard text.utf8.count == changes.count * ChangeKey.digestLength else {
      throw .malformed("there is not one digest for each change")
    }
    var digests = text.utf8[...]
    for index in changes.indices {
      guard let digest = String(digests.prefix(ChangeKey.digestLength)) else {
        throw .malformed("a digest is not one of a change")
      }
      if digest != Self.noDigest { changes[index].key.digest = digest }
      digests = digests.dropFirst(ChangeKey.digestLength)
    }
  }
}

extension JSONObject {
  /// The key of the digest of a message.
  fileprivate static var digestKey: String { "digest" }

  /// The message with a digest of all that it says. A text with another letter in it is a valid
  /// text, so without the digest damage would end up in the list.
  var sealed: JSONValue {
    var message = self
    message[Self.digestKey] = .string(digest)
    return .object(message)
  }

  fileprivate var digest: String {
    var bytes: [UInt8] = []
    JSONValue.object(self).appendCanonical(to: &bytes)
    return FNV1a(of: bytes).hex
  }
}

extension SyncReading {
  /// Checks the format of a message, and that it says what was sent.
  func requireSound() throws(SyncError) {
    let format = try self["sync"].integer()
    guard format <= SyncRequest.format else { throw .newerFormat(format) }
    var message = value?.objectValue ?? [:]
    let digest = message[JSONObject.digestKey]?.stringValue
    message[JSONObject.digestKey] = nil
    guard digest == message.digest else {
      throw .malformed("it was damaged on its way; send it again")
    }
  }
}

/// The places, in the hub's list as the device knows it, of items and sections that its changes insert again.
///
/// A device that takes a removal back inserts what it removed under the number that it had. The hub has
/// given no meaning to that number, and others may have kept the item:
///
///     hub's list     AB|C      the device removes the section AB, and takes that back
///     returning      1 at [0, 0], 2 at [0, 1], and the section 1 at 0
///     meanwhile      B|CA      another device has moved A: it is not inserted a second time
struct ReturningPlaces: Hashable, Sendable {
  /// The places of items, by the device's numbers.
  var items: [ItemID: ItemPath] = [:]
  /// The indexes of sections likewise.
  var sections: [SectionID: Int] = [:]

  init() {}

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  /// The places of what some changes insert.
  func those(of changes: [KeyedChange]) -> ReturningPlaces {
    if isEmpty { return self }
    var places = ReturningPlaces()
    for change in changes {
      for item in change.items { places.items[item] = items[item] }
      for section in change.sections { places.sections[section] = sections[section] }
    }
    return places
  }

  // MARK: JSON

  var json: JSONValue {
    var json: JSONObject = [:]
    if !items.isEmpty {
      json["items"] = .array(
        items.sorted { $0.key.rawValue < $1.key.rawValue }
          .map { [.integer($0.key.rawValue), $0.value.json] })
    }
    if !sections.isEmpty {
      json["sections"] = .array(
        sections.sorted { $0.key.rawValue < $1.key.rawValue }
          .map { [.integer($0.key.rawValue), .integer($0.value)] })
    }
    return .object(json)
  }

  init(json: JSONValue) throws {
    for entry in try json["items"].map({ try $0.sync.array() }) ?? [] {
      let (number, path) = try entry.sync.pair()
      items[ItemID(rawValue: try number.sync.integer())] = try path.sync.path()
    }
    for entry in try json["sections"].map({ try $0.sync.array() }) ?? [] {
      let (number, index) = try entry.sync.pair()
      sections[SectionID(rawValue: try number.sync.integer())] = try index.sync.integer()
    }
  }
}
