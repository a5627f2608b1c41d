internal import RosterCore
internal import RosterJSON

/// Which items and sections of the hub's list those of a device are.
///
/// The list of a device and that of the hub each give numbers of their own. What a device has
/// removed may come back to it: because the device takes its removal back, or another one that has
/// removed the same takes that back. So a device notes which items of the hub those were:
///
///     hub's list     A B C, with the numbers 7 8 9; a device has them as 1 2 3
///     A C            the device removes B, as others do: it notes that 2 is 8
///     A B C          another device takes that back: the hub says that B is 8, so it is 2 again
///
/// If the device takes its own removal back first, it says that what it inserts is 8, and the hub
/// gives B that number again. The numbers stay true until the hub's list comes whole.
struct HubIdentities: Hashable, Sendable {
  /// The hub's numbers of items, by the device's.
  var items: [ItemID: ItemID] = [:]
  /// The hub's numbers of sections, by the device's.
  var sections: [SectionID: SectionID] = [:]

  init() {}

  /// The identities with numbers in the same order; those without a number of the hub are left out.
  init(_ items: [ItemID], _ sections: [SectionID], hub: IdentityNumbers) {
    for (id, number) in zip(items, hub.items) where number > 0 {
      self.items[id] = ItemID(rawValue: number)
    }
    for (id, number) in zip(sections, hub.sections) where number > 0 {
      self.sections[id] = SectionID(rawValue: number)
    }
  }

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  /// Adds later identities, which replace earlier ones.
  mutating func merge(_ later: HubIdentities) {
    if later.isEmpty { return }
    items.merge(later.items) { $1 }
    sections.merge(later.sections) { $1 }
  }

  /// Adds earlier identities. Where both name an item or section, the later identity stays.
  mutating func add(earlier: HubIdentities) {
    if earlier.isEmpty { return }
    items.merge(earlier.items) { later, _ in later }
    sections.merge(earlier.sections) { later, _ in later }
  }

  /// Returns the identities of some items and sections only.
  func limited(to items: [ItemID], _ sections: [SectionID]) -> HubIdentities {
    var identities = HubIdentities()
    if isEmpty { return identities }
    for id in items { identities.items[id] = self.items[id] }
    for id in sections { identities.sections[id] = self.sections[id] }
    return identities
  }

  /// The hub's numbers of some items and sections, in their order; 0 for those that are not known.
  func numbers(_ items: [ItemID], _ sections: [SectionID]) -> IdentityNumbers {
    if isEmpty { return IdentityNumbers() }
    return IdentityNumbers(
      items: items.map { self.items[$0]?.rawValue ?? 0 },
      sections: sections.map { self.sections[$0]?.rawValue ?? 0 })
  }

  /// The same the other way round: the device's numbers, by the hub's. Of two, the later one counts.
  var byHub: HubIdentities {
    var byHub = HubIdentities()
    byHub.items = Dictionary(items.lazy.map { ($1, $0) }) { max($0, $1) }
    byHub.sections = Dictionary(sections.lazy.map { ($1, $0) }) { max($0, $1) }
    return byHub
  }

  // MARK: JSON

  /// The device's numbers, and the hub's in the same order.
  var json: JSONValue {
    let items = items.keys.sorted()
    let sections = sections.keys.sorted()
    return [
      "numbers": IdentityNumbers(
        items: items.map(\.rawValue), sections: sections.map(\.rawValue)
      ).json,
      "hub": numbers(items, sections).json,
    ]
  }

  /// Reads the identities of a note; none if there is no value.
  init(json: JSONValue?) throws(SyncError) {
    let numbers = try IdentityNumbers(json: json?["numbers"])
    self.init(
      numbers.items.map(ItemID.init), numbers.sections.map(SectionID.init),
      hub: try IdentityNumbers(json: json?["hub"]))
  }
}

/// The numbers of items and sections in one list, in an order that stands beside; 0 for those without.
struct IdentityNumbers: Hashable, Sendable {
  var items: [Int] = []
  var sections: [Int] = []

  init(items: [Int] = [], sections: [Int] = []) {
    self.items = items.contains { $0 > 0 } ? items : []
    self.sections = sections.contains { $0 > 0 } ? sections : []
  }

  /// Whether nothing has a number.
  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  var json: JSONValue {
    var json: JSONObject = [:]
    if !items.isEmpty { json["items"] = items.ranges }
    if !sections.isEmpty { json["sections"] = sections.ranges }
    return .object(json)
  }

  /// Reads numbers of a message or note; none if there is no value.
  ///
  /// - Parameter countMax: The maximum number of each.
  init(json: JSONValue?, atMost countMax: Int = SyncBounds.numberCountMax) throws(SyncError) {
    let json = SyncReading(value: json)
    self.init(
      items: try json["items"].ranges(atMost: countMax),
      sections: try json["sections"].ranges(atMost: countMax))
  }
}
