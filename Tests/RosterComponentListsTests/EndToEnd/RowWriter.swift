import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterListSupport
import RosterTestKit

/// Extends a random history of rows by changesets, updates and actions, some of which are refused.
///
/// It expects of each step the result that it would have as a revision of its own.
struct RowWriter {
  /// A pending modification with its expected outcome.
  enum PendingEdit {
    case change(Pending<RowList.Batch>)
    case update(Pending<RowOutcome>, isApplied: Bool)
  }

  let list: RowList
  private(set) var naive: NaiveRows
  private(set) var pending: [PendingEdit] = []
  /// The numbers added by functions that are expected to run, in order.
  private(set) var expectedRuns: [Int] = []
  private(set) var expectedMessages: [RowMessage] = []
  /// The numbers that functions have added.
  let runs = Recorder<Int>()
  private var number = 0
  /// The items that were opened or closed since everything pending was awaited. Whether their last
  /// counter exists depends on which updates share a revision.
  private var toggled: Set<ItemID> = []

  init(_ list: RowList, seed: UInt64) {
    self.list = list
    naive = NaiveRows(seed: seed)
  }

  init(_ list: RowList, goingOnFrom other: RowWriter) {
    self.list = list
    naive = other.naive
  }

  /// Returns `true` in this many of a hundred cases, at random.
  mutating func fails(percent: Int) -> Bool { naive.random.happens(percent: percent) }

  /// Changes the random choice of the next step.
  mutating func skip() {
    number += 1
    _ = naive.random.next()
  }

  /// Performs a random step.
  mutating func step() throws {
    number += 1
    let ids = naive.itemIDs.flatMap { $0 }.map { ItemID(rawValue: $0) }
    guard !ids.isEmpty, !naive.random.happens(percent: 25) else { return try change() }
    let id = ids[naive.random.index(below: ids.count)]
    switch naive.random.index(below: 10) {
    case 0: try updateNobody()
    case 1: try toggle(id)
    case 2: try say(id)
    case 3: try updateMissingScope(id)
    default: try add(id)
    }
  }

  /// Waits for everything pending.
  ///
  /// - Returns: The outcomes that differ from the expected ones.
  mutating func settle() async -> [String] {
    var problems: [String] = []
    for pending in pending {
      switch pending {
      case .change(let change):
        do { _ = try await change.value } catch { problems.append("\(error)") }
      case .update(let update, let isApplied):
        do {
          _ = try await update.value
          if !isApplied { problems.append("an update that was to be refused was applied") }
        } catch {
          if isApplied { problems.append("\(error)") }
        }
      }
    }
    pending = []
    toggled = []
    return problems
  }

  // MARK: Steps

  private mutating func change() throws {
    let changeset = try naive.nextChangeset()
    if naive.random.happens(percent: 20) {
      _ = try list.applySynchronously(changeset)
    } else {
      pending.append(.change(try list.enqueue(changeset)))
    }
  }

  /// Names the item by its id or its path.
  private mutating func reference(_ id: ItemID) -> TreeReference {
    guard naive.random.happens(percent: 50), let path = naive.place(of: id) else { return .id(id) }
    return .path(path)
  }

  private mutating func add(_ id: ItemID) throws {
    guard let row = naive.rows[id] else { return }
    let isUncertain = toggled.contains(id)
    let counters = row.counters.keys.filter { !isUncertain || $0 != .counter("more") }
      .sorted { $0.description < $1.description }
    guard !counters.isEmpty else { return }
    let counter = counters[naive.random.index(below: counters.count)]
    naive.add(number, to: counter, of: id)
    let item = reference(id)
    guard naive.random.happens(percent: 70) else { return try perform(counter, id, item) }
    expectedRuns.append(number)
    pending.append(
      .update(
        try list.enqueue(
          .update(counter, of: Counter.self, in: item) { [number, runs] state in
            runs.record(number)
            state.add(number)
          }), isApplied: true))
  }

  private mutating func perform(
    _ counter: ScopePath, _ id: ItemID, _ item: TreeReference
  ) throws {
    let action = ActionReference(
      target: .scope(counter), name: "addAndTell", arguments: [.number(Double(number))])
    if case .text(let name) = counter.key?.identifier {
      let count = naive.rows[id]?.counters[counter]?.reduce(0, +) ?? 0
      expectedMessages.append(.counted(name, count))
    }
    pending.append(.update(try list.enqueue(.actions([action], in: item)), isApplied: true))
  }

  private mutating func toggle(_ id: ItemID) throws {
    naive.toggle(id)
    toggled.insert(id)
    let item = reference(id)
    pending.append(.update(try list.enqueue(.actions([.toggle], in: item)), isApplied: true))
  }

  private mutating func say(_ id: ItemID) throws {
    expectedMessages.append(.said("\(number)"))
    let item = reference(id)
    pending.append(
      .update(try list.enqueue(.actions([.say("\(number)")], in: item)), isApplied: true))
  }

  /// Updates an item that was removed or never existed.
  private mutating func updateNobody() throws {
    let gone = (1...5_000).lazy.map { ItemID(rawValue: $0) }.filter { [naive] in
      naive.rows[$0] == nil
    }
    guard let id = gone.dropFirst(naive.random.index(below: 20)).first else { return }
    pending.append(
      .update(
        try list.enqueue(
          .update(.row, of: Row.self, in: .id(id)) { [number, runs] _ in
            runs.record(number)
          }), isApplied: false))
  }

  private mutating func updateMissingScope(_ id: ItemID) throws {
    let item = reference(id)
    pending.append(
      .update(
        try list.enqueue(
          .update(.counter("missing"), of: Counter.self, in: item) {
            [number, runs] _ in
            runs.record(number)
          }), isApplied: false))
  }
}
