package import RosterCore
internal import RosterJSON
package import RosterLog

/// Names a change of a device for ever: a hub applies the change with a key once.
///
/// Each opening of a device notes a new random name in the list, and a change has the name of the
/// note before it. So a device that was restored from a backup gives the changes in the backup the
/// keys that they had, and no key to a new change that another one had.
///
/// Two copies of a file can only have the same name and number for two changes if one is changed before
/// it is opened as a device, or if both are of a machine that was resumed twice. The digest tells these
/// changes apart.
package struct ChangeKey: Hashable, Sendable {
  /// The name of one opening of a device.
  package var name: String
  /// The revision of the device's list that the change was made as.
  package var number: Int
  /// The end of the ``ChangeChain`` up to the change, eight hexadecimal digits; `nil` from a version that knew
  /// none.
  package var digest: String?

  /// Whether both name the same change: names and numbers are equal, and so are the digests if both have one.
  func matches(_ other: ChangeKey) -> Bool {
    name == other.name && number == other.number
      && (digest == other.digest || digest == nil || other.digest == nil)
  }

  /// The key as a version that knew no digests has it.
  var withoutDigest: ChangeKey { ChangeKey(name: name, number: number) }

  /// The number of hexadecimal digits of a digest.
  static let digestLength = 8

  /// Whether a text is a digest: a message may have any text there.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == digestLength && text.utf8.allSatisfy(isDigit)
  }

  /// Whether a byte is a digit of a digest.
  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// The member of a change or note that has the digest, beside the key.
  private static let digestMember = "digest"

  /// Adds the number of the change before it under the same name, unless that is the one before its own.
  func add(after: Int, to json: inout JSONObject) {
    if after != number - 1 { json["after"] = .integer(after) }
  }

  func after(beside json: JSONValue) throws(SyncError) -> Int {
    json["after"] == nil ? number - 1 : try json.sync["after"].integer()
  }

  func addDigest(to json: inout JSONObject) {
    if let digest { json[Self.digestMember] = .string(digest) }
  }

  mutating func readDigest(beside json: JSONValue) {
    digest = json[Self.digestMember]?.stringValue
  }

  var json: JSONValue { [.string(name), .integer(number)] }
}

extension ChangeKey {
  init(json: JSONValue) throws(SyncError) {
    let (name, number) = try json.sync.pair()
    self.init(name: try name.sync.string(), number: try number.sync.integer())
  }
}

/// What items and sections are named by.
protocol ListIdentity: Hashable, Comparable {
  var rawValue: Int { get }

  init(rawValue: Int)
}

extension ItemID: ListIdentity {}
extension SectionID: ListIdentity {}

extension ListIdentity {
  /// The identity, `nil` for the number 0.
  var known: Self? { rawValue > 0 ? self : nil }
}

/// The identities of what a change inserts, in the order of its changeset; `nil` where a list cannot have
/// it yet.
struct KnownInsertions {
  var items: [ItemID?]
  var sections: [SectionID?]

  /// Insertions of which nothing is known.
  static func new(in outline: ChangesetOutline) -> KnownInsertions {
    KnownInsertions(
      items: outline.insertedItems.map { _ in nil },
      sections: outline.insertedSections.map { _ in nil })
  }

  /// The identities that the insertions get in a list: the known ones that it does not have, and new
  /// ones.
  ///
  /// - Parameter next: The numbers of new identities. A number that was not given yet is not known, whatever
  ///   a message says: it would be given twice.
  func identities(
    in list: ListState, next: inout NextIdentifiers
  ) throws(StorageError) -> ListState.ReturningIdentities {
    func identities<ID: ListIdentity>(
      _ known: [ID?], next: inout Int, _ isFree: (ID) throws(StorageError) -> Bool
    ) throws(StorageError) -> [ID] {
      var given = Set<ID>()
      var identities: [ID] = []
      for id in known {
        if let id, id.rawValue < next, given.insert(id).inserted, try isFree(id) {
          identities.append(id)
        } else {
          identities.append(ID(rawValue: next))
          next += 1
        }
      }
      return identities
    }
    return ListState.ReturningIdentities(
      items: try identities(items, next: &next.item) { item throws(StorageError) in
        try !list.contains(item)
      },
      sections: try identities(sections, next: &next.section) { list.index(of: $0) == nil })
  }
}

/// A change of a device that the hub has not settled: a changeset for the list before it, and the
/// device's own numbers of what it inserts.
package struct KeyedChange: Sendable {
  /// Names the change.
  package var key: ChangeKey
  /// The number of the change before it under the same name: no change has a number between them.
  package var after: Int
  /// The change.
  package var changeset: SyncChangeset
  /// The inserted items by the device's numbers, in the order of the changeset.
  package var items: [ItemID]
  /// The inserted sections likewise.
  package var sections: [SectionID]
  /// The states that it wrote or removed, and that synchronize.
  package var states: [LoggedState] = []
  /// Whether a state of the change is to be merged with what others did. The hub cannot: it leaves the
  /// change, and those after it, if it has another state than the device saw.
  package var mergesStates = false
  /// The hub's numbers of what the change inserts again and the hub's list no longer has:
  ///
  ///     hub's list     B, with the number 8, is removed by the device and by others
  ///     the change     takes the removal back: it inserts 2, which is the device's number of B
  ///     gone           2 is 8, so the hub inserts B as 8 again
  var gone = HubIdentities()
  /// What its author said about it.
  package var annotation: ChangeAnnotation
  /// How many parts of the change are lost so far, because their items or sections are gone.
  package var lostCount = 0
  /// Why its device has left all of it out, `nil` if it has not, or if what it changes is gone.
  package var refusal: String?
  /// Why the change can never be sent, `nil` if it can.
  var obstacle: String?

  /// Returns the change for another list. What it brings back and the other list has already is not
  /// inserted, and is not lost.
  ///
  /// - Parameters:
  ///   - base: The list that it was made for.
  ///   - remote: The other list, in which everything has the identity that it has in the base.
  ///   - known: The identities of what it inserts.
  ///   - proof: The proof that it fits the base, if there is one already.
  ///   - state: Returns what a state becomes in the other list, given its index and its tree. It is not
  ///     asked for trees that the change inserts.
  func rebased(
    from base: ListState, onto remote: ListState, returning known: KnownInsertions,
    _ proof: VerifiedOutline? = nil,
    _ state: (_ index: Int, _ tree: TreeID) throws -> JSONState?
  ) throws -> KeyedChange {
    let rebased = try changeset.outline.rebased(
      as: proof ?? changeset.outline.verified(against: base), from: base, onto: remote,
      returning: known.items, known.sections)
    var change = self
    change.changeset = SyncChangeset(rebased.changeset, of: changeset)
    change.items = rebased.changeset.insertedModels.map { items[$0] }
    change.sections = rebased.changeset.insertedSectionModels.compactMap { $0 }.map { sections[$0] }
    change.lostCount += rebased.dropped.changeCount
    if !states.isEmpty {
      change.states = try rebasedStates(rebased.changeset, from: base, onto: remote, state)
      let kept = placesKept(by: rebased)
      change.lostCount += states.count { !kept.contains($0.place) } - change.states.count
    }
    return change
  }

  /// Returns the change for another list, with the states that it has.
  func rebased(
    from base: ListState, onto remote: ListState, returning known: KnownInsertions
  ) throws -> KeyedChange {
    try rebased(from: base, onto: remote, returning: known) { index, _ in
      states[index].state
    }
  }

  /// The places of what the change inserts and the other list has already. It keeps its states there.
  private func placesKept(by rebased: Changeset<Int, Int>.Rebased) -> Set<TreePlace> {
    let outline = changeset.outline
    var kept = Set<TreePlace>()
    let items = Set(rebased.changeset.insertedModels)
    let dropped = Set(rebased.dropped.insertedItems)
    for (number, path) in outline.insertedItems.enumerated()
    where !items.contains(number) && !dropped.contains(path) {
      kept.insert(.item(path))
    }
    let sections = Set(rebased.changeset.insertedSectionModels)
    for (number, index) in outline.insertedSections.enumerated() where !sections.contains(number) {
      for kind in SupplementKind.allCases { kept.insert(.supplement(kind, ofSection: index)) }
    }
    return kept
  }

  /// Returns the states by their places after the rebased change, without those whose trees are gone.
  ///
  /// - Parameter rebased: The change in the other list. Its models are their positions in this one.
  private func rebasedStates(
    _ rebased: Changeset<Int, Int>, from base: ListState, onto remote: ListState,
    _ state: (_ index: Int, _ tree: TreeID) throws -> JSONState?
  ) throws -> [LoggedState] {
    let source = try base.applying(changeset.outline.verified(against: base)).target
    let target = try remote.applying(rebased.outline.verified(against: remote)).target
    let (items, sections) = (rebased.outline.insertedItems, rebased.outline.insertedSections)
    var insertedPlaces: [TreePlace: TreePlace] = [:]
    for (path, number) in zip(items, rebased.insertedModels) {
      insertedPlaces[.item(changeset.outline.insertedItems[number])] = .item(path)
    }
    for (section, number) in zip(sections, rebased.insertedSectionModels) {
      guard let number else { continue }
      for kind in SupplementKind.allCases {
        insertedPlaces[
          .supplement(kind, ofSection: changeset.outline.insertedSections[number])] =
          .supplement(kind, ofSection: section)
      }
    }
    return try states.enumerated().compactMap { index, logged in
      let tree = try source.statedTree(at: logged.place)
      var logged = logged
      if try base.place(of: tree) != nil {
        guard let place = try target.place(of: tree) else { return nil }
        logged.place = place
        logged.state = try state(index, tree)
      } else {
        guard let place = insertedPlaces[logged.place] else { return nil }
        logged.place = place
      }
      return logged
    }
  }

  /// The identities of what it inserts, in a list with the numbers of the device.
  var insertions: KnownInsertions {
    KnownInsertions(items: items.map(\.known), sections: sections.map(\.known))
  }

  /// The change of which nothing is left.
  var emptied: KeyedChange {
    var change = self
    change.lostCount += changeset.changeCount + states.count
    change.changeset = SyncChangeset()
    change.states = []
    change.items = []
    change.sections = []
    return change
  }

  /// The number of bytes of the change as it is in a list, if it is larger than a limit. What is
  /// ``gone`` does not count: it may be added later, and must not cost an undo. Nor does the digest of the key.
  func byteCount(above limit: Int) -> Int? {
    if byteCountMax <= limit { return nil }
    var change = self
    change.gone = HubIdentities()
    change.key = key.withoutDigest
    let byteCount = change.json.byteCount
    return byteCount > limit ? byteCount : nil
  }

  /// A bound of the number of bytes, which costs less than the number: most changes are far below the
  /// limits.
  private var byteCountMax: Int {
    let models = changeset.updatedModels.byteCountMax + changeset.insertedModels.byteCountMax
    let sectionModels =
      changeset.updatedSectionModels.compactMap { $0 }.byteCountMax
      + changeset.insertedSectionModels.compactMap { $0 }.byteCountMax
    var said: JSONObject = [:]
    annotation.addMembers(to: &said)
    // No name of a part is longer than 32 bytes, and no element has more than six numbers.
    return 512 + (refusal.map { JSONValue.string($0).byteCountMax } ?? 0) + key.json.byteCountMax
      + models + sectionModels + 160 * changeset.changeCount
      + (states.isEmpty ? 0 : states.json.byteCountMax) + JSONValue.object(said).byteCountMax
  }

  /// The change as it is in a list.
  var json: JSONValue {
    var json = members(key: key.json)
    key.addDigest(to: &json)
    return .object(json)
  }

  /// The change as a row of the table `sync_pending`, whose columns say what is left out of the JSON.
  var row: DeviceRows.Pending {
    var json = members(key: key.json)
    key.addDigest(to: &json)
    (json[Self.keyMember], json[Self.obstacleMember]) = (nil, nil)
    return DeviceRows.Pending(
      number: key.number, opening: key.name, obstacle: obstacle,
      change: JSONValue.object(json).canonicalText)
  }

  /// The change as it is in a message with names, which has the digests of all keys in one place.
  func json(_ names: inout MessageNames) -> JSONValue { .object(members(key: names.json(key))) }

  private func members(key keyJSON: JSONValue) -> JSONObject {
    var json: JSONObject = [Self.keyMember: keyJSON, "changeset": changeset.json]
    key.add(after: after, to: &json)
    if !items.isEmpty { json["items"] = items.map(\.rawValue).runs }
    if !sections.isEmpty { json["sections"] = sections.map(\.rawValue).runs }
    if !states.isEmpty { json["states"] = states.json }
    if mergesStates { json["merges"] = true }
    let goneNumbers = gone.numbers(items, sections)
    if !goneNumbers.isEmpty { json["gone"] = goneNumbers.json }
    if lostCount > 0 { json["lost"] = .integer(lostCount) }
    if let refusal { json["refused"] = .string(refusal) }
    if let obstacle { json[Self.obstacleMember] = .string(obstacle) }
    annotation.addMembers(to: &json)
    return json
  }

  private static let keyMember = "key"
  /// The member of a change that says why it stays on the device.
  private static let obstacleMember = "unsent"
}

extension KeyedChange {
  /// - Parameter names: The names of a message, `nil` if the change is in a list.
  init(json: JSONValue, _ names: MessageNames? = nil) throws {
    let keyJSON = try json.sync[Self.keyMember].json()
    key = try names?.key(keyJSON) ?? ChangeKey(json: keyJSON)
    if names == nil {
      key.readDigest(beside: json)
      obstacle = json[Self.obstacleMember]?.stringValue
    }
    after = try key.after(beside: json)
    guard after >= 0, after < key.number else {
      throw SyncError.malformed("a change is before its former one")
    }
    changeset = try json.sync["changeset"].changeset()
    let (itemCount, sectionCount) = (
      changeset.outline.insertedItems.count, changeset.outline.insertedSections.count
    )
    items = try json.sync["items"].numbers(atMost: itemCount).map(ItemID.init)
    sections = try json.sync["sections"].numbers(atMost: sectionCount).map(SectionID.init)
    states = try json.sync["states"].states()
    mergesStates = json["merges"]?.boolValue ?? false
    gone = HubIdentities(
      items, sections,
      hub: try IdentityNumbers(json: json["gone"], atMost: max(itemCount, sectionCount)))
    // A hub adds to it.
    lostCount = try json.sync["lost"].lostCount(
      atMost: names == nil ? SyncBounds.numberMax : SyncBounds.lostCountMax)
    refusal = json["refused"]?.stringValue.map(SyncBounds.reason)
    annotation = try json.sync.annotation()
    guard items.count == itemCount, sections.count == sectionCount else {
      throw SyncError.malformed("a change does not name what it inserts")
    }
    if names != nil { try json.sync.requireDepth(of: changeset, states, annotation) }
  }

  /// Reads a row of the table `sync_pending`.
  init(row: DeviceRows.Pending) throws {
    guard var json = try JSONParser.ofMessages.parse(row.change).objectValue else {
      throw SyncError.malformed("a pending change is no object")
    }
    json[Self.keyMember] = ChangeKey(name: row.opening, number: row.number).json
    if let obstacle = row.obstacle { json[Self.obstacleMember] = .string(obstacle) }
    try self.init(json: .object(json))
  }
}
