internal import RosterCore
internal import RosterJSON

/// Which changes a hub has settled by a revision. The tables `sync_settled` and `sync_loss` of its list keep it.
struct SettledChanges: Sendable {
  /// A change that was not taken as it was.
  private struct Loss {
    /// Ascends in the order in which the changes were settled.
    var number: Int
    var key: ChangeKey
    /// How many parts of the change are lost.
    var lostCount: Int
    /// Why nothing of it was taken.
    var refusal: String?
  }

  /// The spans, the last used one last. The first one is forgotten if there are too many. A span has changes of one name,
  /// one after the other:
  ///
  ///     changes of a name      3   4       6   7
  ///     settled                3   4           7
  ///     spans              after 2, through 4   after 6, through 7
  ///
  /// A name has one span. It has more if a hub was restored from a backup, lost changes that it had
  /// settled, and then settled later ones: only the spans tell which the device must send again.
  private var spans: [HubRows.Settled] = []
  /// The last changes that were not taken as they were.
  private var losses: [Loss] = []
  /// The digests of the last changes.
  private var digests = SettledDigests()

  init() {}

  /// Whether a change with the name and number of a key is settled, whatever its digest.
  func hasNumber(of key: ChangeKey) -> Bool {
    spans.contains { $0.name == key.name && $0.after < key.number && key.number <= $0.through }
  }

  /// Returns those changes of a device that are settled.
  ///
  /// A digest is also one of all changes before it under the name. So if a change of the device differs from the settled
  /// one, an earlier one may differ as well. If the hub has forgotten the digest of that, it does not count as settled: it
  /// may be twice in the lists then, and cannot be lost.
  ///
  ///     settled             4            5 0a1b2c3d
  ///     the device's own    4 f00f8877   5 13579bdf     neither counts as settled
  ///
  /// - Parameter keys: The keys of the changes, in the order in which they were made.
  func settled(among keys: [ChangeKey]) -> Set<ChangeKey> {
    var found: Set<ChangeKey> = []
    var ofOtherCopies: Set<String> = []
    for key in keys.reversed() {
      let isKnown = digests.contains(key)
      if isKnown == false { ofOtherCopies.insert(key.name) }
      if isKnown ?? (hasNumber(of: key) && !ofOtherCopies.contains(key.name)) { found.insert(key) }
    }
    return found
  }

  /// What became of a settled change.
  func outcome(of change: KeyedChange) -> SyncOutcome {
    let loss = losses.last { $0.key.matches(change.key) }
    return SyncOutcome(change.key, lostCount: loss?.lostCount ?? 0, refusal: loss?.refusal)
  }

  /// Adds the change of a note.
  mutating func add(_ note: HubNote) {
    var span = HubRows.Settled(
      number: 0, name: note.key.name, after: note.after, through: note.key.number)
    spans.removeAll { other in
      guard other.name == span.name else { return false }
      if other.through == span.after {
        span.after = other.after
      } else if other.after == span.through {
        span.through = other.through
      } else {
        return false
      }
      return true
    }
    span.number = (spans.last?.number ?? 0) + 1
    spans.append(span)
    // An earlier version took names of any length, and repeated them again and again.
    spans.removeAll { $0.name.utf8.count > SyncBounds.nameByteCountMax }
    digests.add(note.key)
    let forgotten = spans.prefix(max(0, spans.count - SyncBounds.spanCountMax))
    spans.removeFirst(forgotten.count)
    for span in forgotten where !spans.contains(where: { $0.name == span.name }) {
      digests.forget(span.name)
    }
    losses.removeAll { $0.key.name.utf8.count > SyncBounds.nameByteCountMax }
    guard note.lostCount > 0 || note.refusal != nil else { return }
    losses.append(
      Loss(
        number: (losses.last?.number ?? 0) + 1, key: note.key, lostCount: note.lostCount,
        refusal: note.refusal))
    losses.removeFirst(max(0, losses.count - SyncBounds.lossCountMax))
  }

  /// Removes the change of a note, as if it had not been added: the last one of those that are still there.
  ///
  /// What was forgotten because there was too much does not come back.
  mutating func remove(_ note: HubNote) {
    let key = note.key
    losses.removeAll { $0.key.matches(key) }
    digests.remove(key)
    guard
      let index = spans.lastIndex(where: {
        $0.name == key.name && $0.after <= note.after && key.number <= $0.through
      })
    else { return }
    var (before, behind) = (spans[index], spans[index])
    (before.through, behind.after) = (note.after, key.number)
    let rest = [before, behind].filter { $0.after < $0.through }
    spans.replaceSubrange(index...index, with: rest)
  }

  // MARK: Tables

  /// Returns the rows of the tables.
  ///
  /// - Parameters:
  ///   - revision: The revision that is written with them.
  ///   - name: The name of the hub.
  func rows(at revision: Revision, of name: String) -> HubRows {
    HubRows(
      HubRows.Hub(
        revision: revision, name: name,
        digests: digests.isEmpty ? nil : digests.json.canonicalText),
      settled: spans,
      losses: losses.map {
        HubRows.Loss(
          number: $0.number, name: $0.key.name, change: $0.key.number, lostCount: $0.lostCount,
          refusal: $0.refusal)
      })
  }

  /// Reads the rows of the tables; `nil` if no hub writes such rows. A file from elsewhere may have any, with the right
  /// digest.
  init?(_ rows: HubRows) {
    let numbers =
      rows.settled.flatMap { [$0.number, $0.after, $0.through] }
      + rows.losses.flatMap { [$0.number, $0.change, $0.lostCount] }
    guard numbers.allSatisfy((0...SyncBounds.numberMax).contains),
      rows.settled.count <= SyncBounds.spanCountMax, rows.losses.count <= SyncBounds.lossCountMax
    else { return nil }
    spans = rows.settled
    losses = rows.losses.map {
      Loss(
        number: $0.number, key: ChangeKey(name: $0.name, number: $0.change),
        lostCount: $0.lostCount, refusal: $0.refusal)
    }
    guard let text = rows.hub.digests else { return }
    guard let json = try? JSONParser.ofMessages.parse(text),
      let digests = try? SettledDigests(json: json)
    else { return nil }
    self.digests = digests
  }

  // MARK: JSON

  func addMembers(to json: inout JSONObject) {
    json["settled"] = .array(
      spans.map { [.string($0.name), .integer($0.after), .integer($0.through)] })
    if !digests.isEmpty { json["digests"] = digests.json }
    guard !losses.isEmpty else { return }
    json["losses"] = .array(
      losses.map { loss in
        .array(
          [.string(loss.key.name), .integer(loss.key.number), .integer(loss.lostCount)]
            + (loss.refusal.map { [.string($0)] } ?? []))
      })
  }

  /// Reads the members of a message, or of a note of an earlier format.
  init(json: JSONValue) throws(SyncError) {
    let spans = try json.sync["settled"].array()
    guard spans.count <= SyncBounds.spanCountMax else {
      throw .malformed("more is settled than a hub keeps")
    }
    for span in spans {
      let parts = try span.sync.parts(atLeast: 3)
      self.spans.append(
        HubRows.Settled(
          number: self.spans.count + 1, name: try parts[0].sync.string(),
          after: try parts[1].sync.integer(),
          through: try parts[2].sync.integer()))
    }
    if let json = json["digests"] { digests = try SettledDigests(json: json) }
    guard json["losses"] != nil else { return }
    let losses = try json.sync["losses"].array()
    guard losses.count <= SyncBounds.lossCountMax else {
      throw .malformed("more is lost than a hub keeps")
    }
    for loss in losses {
      let parts = try loss.sync.parts(atLeast: 3)
      self.losses.append(
        Loss(
          number: self.losses.count + 1,
          key: ChangeKey(name: try parts[0].sync.string(), number: try parts[1].sync.integer()),
          lostCount: try parts[2].sync.lostCount(),
          refusal: parts.count > 3 ? SyncBounds.reason(try parts[3].sync.string()) : nil))
    }
  }
}

extension SettledChanges {
  /// Reads what notes of a journal tell, in a list whose hub has written nothing to the tables. A note of an earlier
  /// format has everything that is settled, or only its own change:
  ///
  ///     revision    40 everything    41 its change    42 of another writer    43 its change
  ///
  /// - Parameter notes: The newest one first, back to one that has everything or to the begin of the journal.
  init(formerNotes notes: [HubNote]) {
    guard let oldest = notes.last else { return }
    if let settled = oldest.formerlySettled { self = settled } else { add(oldest) }
    for note in notes.dropLast().reversed() { add(note) }
  }
}

/// The digests of the changes that a hub has settled last. By these a device that gets the list whole tells its own changes
/// from those that another copy of its file has made under the same names and numbers:
///
///     settled             5 0a1b2c3d   6 99aabbcc
///     the device's own    5 0a1b2c3d   6 13579bdf     5 is settled, and 6 is not
struct SettledDigests: Sendable {
  /// The keys of the changes, with those of one name behind each other in the order in which they were settled. The last
  /// used name is the last one.
  private var keys: [ChangeKey] = []

  init() {}

  var isEmpty: Bool { keys.isEmpty }

  /// Whether a change is one of these: `false` if only changes with other digests have its name and number; `nil` if no
  /// change has, or the change has no digest.
  func contains(_ key: ChangeKey) -> Bool? {
    guard key.digest != nil else { return nil }
    let known = keys.filter { $0.number == key.number && $0.name == key.name }
    return known.isEmpty ? nil : known.contains(key)
  }

  /// Adds a change, and forgets the first one of the name that was not used for longest if there are too many.
  mutating func add(_ key: ChangeKey) {
    guard let digest = key.digest, ChangeKey.isDigest(digest),
      key.name.utf8.count <= SyncBounds.nameByteCountMax
    else { return }
    let former = keys.filter { $0.name == key.name }
    forget(key.name)
    keys += former + [key]
    if keys.count > SyncBounds.digestCountMax { keys.removeFirst() }
  }

  /// Removes a change, as if it had not been added.
  mutating func remove(_ key: ChangeKey) {
    if let index = keys.lastIndex(of: key) { keys.remove(at: index) }
  }

  /// Forgets the changes of a name.
  mutating func forget(_ name: String) { keys.removeAll { $0.name == name } }

  // MARK: JSON

  /// For each name its numbers, and their digests, one behind the other.
  var json: JSONValue {
    var names: [(name: String, keys: [ChangeKey])] = []
    for key in keys {
      if names.last?.name != key.name { names.append((key.name, [])) }
      names[names.count - 1].keys.append(key)
    }
    return .array(
      names.map { name, keys in
        [
          .string(name), keys.map(\.number).runs, .string(keys.compactMap(\.digest).joined()),
        ]
      })
  }

  init(json: JSONValue) throws(SyncError) {
    for entry in try json.sync.array() {
      let parts = try entry.sync.parts(atLeast: 3)
      let numbers = try parts[1].sync.numbers(atMost: SyncBounds.digestCountMax - keys.count)
      var digits = try parts[2].sync.string().utf8[...]
      guard !numbers.isEmpty, digits.count == numbers.count * ChangeKey.digestLength,
        digits.allSatisfy(ChangeKey.isDigit)
      else { throw .malformed("there is not one digest for each settled change") }
      let name = try parts[0].sync.name()
      for number in numbers {
        let digest = String(decoding: digits.prefix(ChangeKey.digestLength), as: UTF8.self)
        keys.append(ChangeKey(name: name, number: number, digest: digest))
        digits = digits.dropFirst(ChangeKey.digestLength)
      }
    }
  }
}
