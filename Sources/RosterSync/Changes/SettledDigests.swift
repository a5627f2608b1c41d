internal import RosterJSON

/// The digests of the changes that a hub has settled last. By these a device that gets the list whole tells its own changes
/// from those that another copy of its file has made under the same names and numbers:
///
///     settled             5 0a1b2c3d   6 99aabbcc
///     the device's own    5 0a1b2c3d   6 13579bdf     5 is settled, and 6 is not
struct SettledDigests: Sendable {
  private struct Change {
    var number: Int
    var digest: String
  }

  /// The changes of one name, in the order in which they were settled.
  private struct Name {
    var name: String
    var changes: [Change]
  }

  /// The last used name is the last one.
  private var names: [Name] = []
  private var count = 0

  init() {}

  var isEmpty: Bool { names.isEmpty }

  /// Whether a change is one of these: `false` if only changes with other digests have its name and number; `nil` if no
  /// change has, or the change has no digest.
  func contains(_ key: ChangeKey) -> Bool? {
    guard let digest = key.digest, let name = names.first(where: { $0.name == key.name })
    else { return nil }
    var isKnown = false
    for change in name.changes where change.number == key.number {
      if change.digest == digest { return true }
      isKnown = true
    }
    return isKnown ? false : nil
  }

  /// Adds a change, and forgets the first one of the name that was not used for longest if there are too many.
  mutating func add(_ key: ChangeKey) {
    guard let digest = key.digest, ChangeKey.isDigest(digest),
      key.name.utf8.count <= SyncBounds.nameByteCountMax
    else { return }
    var name = Name(name: key.name, changes: [])
    if let index = names.lastIndex(where: { $0.name == key.name }) {
      name = names.remove(at: index)
    }
    name.changes.append(Change(number: key.number, digest: digest))
    names.append(name)
    count += 1
    guard count > SyncBounds.digestCountMax else { return }
    count -= 1
    names[0].changes.removeFirst()
    if names[0].changes.isEmpty { names.removeFirst() }
  }

  /// Removes a change, as if it had not been added.
  mutating func remove(_ key: ChangeKey) {
    guard let name = names.lastIndex(where: { $0.name == key.name }),
      let change = names[name].changes.lastIndex(where: {
        $0.number == key.number && $0.digest == key.digest
      })
    else { return }
    names[name].changes.remove(at: change)
    count -= 1
    if names[name].changes.isEmpty { names.remove(at: name) }
  }

  /// Forgets the changes of a name.
  mutating func forget(_ name: String) {
    names.removeAll { forgotten in
      guard forgotten.name == name else { return false }
      count -= forgotten.changes.count
      return true
    }
  }

  // MARK: JSON

  /// For each name its numbers, and their digests, one behind the other.
  var json: JSONValue {
    .array(
      names.map { name in
        [
          .string(name.name), name.changes.map(\.number).runs,
          .string(name.changes.map(\.digest).joined()),
        ]
      })
  }

  init(json: JSONValue) throws(SyncError) {
    for entry in try json.sync.array() {
      let parts = try entry.sync.parts(atLeast: 3)
      let numbers = try parts[1].sync.numbers(atMost: SyncBounds.digestCountMax - count)
      var digits = try parts[2].sync.string().utf8[...]
      guard !numbers.isEmpty, digits.count == numbers.count * ChangeKey.digestLength,
        digits.allSatisfy(ChangeKey.isDigit)
      else { throw .malformed("there is not one digest for each settled change") }
      var name = Name(name: try parts[0].sync.name(), changes: [])
      for number in numbers {
        let digest = String(decoding: digits.prefix(ChangeKey.digestLength), as: UTF8.self)
        name.changes.append(Change(number: number, digest: digest))
        digits = digits.dropFirst(ChangeKey.digestLength)
      }
      names.append(name)
      count += numbers.count
    }
  }
}
