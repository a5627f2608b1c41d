import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport

/// The expected list of rows in the simplest form: the texts, and for each item whether it is open
/// and what its counters have counted.
struct NaiveRows {
  struct Row: Equatable {
    var isOpen = false
    var counters: [ScopePath: [Int]] = [:]

    init(text: String) { build(text) }

    /// Makes a counter for each letter, with its former value, and one more while the row is open.
    mutating func build(_ text: String) {
      var counters: [ScopePath: [Int]] = [:]
      var ordinals: [Character: Int] = [:]
      for letter in text {
        let path = ScopePath.row.appending(
          ScopeKey(
            typeName: "Counter", identifier: .text(String(letter)),
            ordinal: ordinals[letter, default: 0]))
        counters[path] = self.counters[path] ?? []
        ordinals[letter, default: 0] += 1
      }
      if isOpen { counters[.counter("more")] = self.counters[.counter("more")] ?? [] }
      self.counters = counters
    }

    var states: [ScopePath: StoredState] {
      var states = counters.mapValues { StoredState.counter($0) }
      states[.row] = .row(isOpen: isOpen)
      return states
    }
  }

  private(set) var changes: RandomHistory
  private(set) var rows: [ItemID: Row] = [:]

  init(seed: UInt64) { changes = RandomHistory(seed: seed) }

  /// The items, section by section.
  var itemIDs: [[Int]] { changes.list.itemIDs }

  var random: SplitMix64 {
    get { changes.random }
    set { changes.random = newValue }
  }

  /// Returns a random changeset, already applied to the rows.
  mutating func nextChangeset() throws -> TextChange {
    let changeset = try changes.next(removesTwice: false)
    var rows: [ItemID: Row] = [:]
    for (id, text) in zip(itemIDs.joined(), changes.list.rows.sections.flatMap { $0.items }) {
      let id = ItemID(rawValue: id)
      var row = self.rows[id] ?? Row(text: text)
      row.build(text)
      rows[id] = row
    }
    self.rows = rows
    return changeset
  }

  /// Opens or closes a row.
  mutating func toggle(_ id: ItemID) {
    guard let path = place(of: id) else { return }
    rows[id]?.isOpen.toggle()
    rows[id]?.build(changes.list.rows.sections[path.section].items[path.item])
  }

  mutating func add(_ number: Int, to counter: ScopePath, of id: ItemID) {
    rows[id]?.counters[counter]?.append(number)
  }

  /// Returns where an item stands.
  func place(of id: ItemID) -> ItemPath? {
    for (section, ids) in itemIDs.enumerated() {
      if let item = ids.firstIndex(of: id.rawValue) {
        return ItemPath(section: section, item: item)
      }
    }
    return nil
  }

  /// Returns the first difference between the list and these rows, `nil` if they agree.
  func difference(_ list: RowList) throws -> String? {
    guard try list.snapshot.itemIDs == itemIDs else { return "other items" }
    for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
      let states = try list.states(of: .item(id))
      guard states == row.states else { return "\(id) is stored as \(states), not \(row.states)" }
      guard let tree = try list.output(of: id) else { return "\(id) has no tree" }
      guard tree.storedStates == row.states else {
        return "\(id) is built of \(tree.storedStates), not \(row.states)"
      }
    }
    return nil
  }
}
