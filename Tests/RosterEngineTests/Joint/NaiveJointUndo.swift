import RosterCore
import RosterEngine
import RosterListSupport
import Testing

/// A change of some lists: what it does to each of them, by the index of the list.
struct NaiveJointStep: CustomStringConvertible {
  var kinds: [Int: NaivePlan.Kind]

  /// All changes of one of two lists, and of both.
  static func all(_ kinds: [NaivePlan.Kind]) -> [NaiveJointStep] {
    kinds.flatMap { one in
      [NaiveJointStep(kinds: [0: one]), NaiveJointStep(kinds: [1: one])]
        + kinds.map { NaiveJointStep(kinds: [0: one, 1: $0]) }
    }
  }

  var description: String {
    kinds.sorted { $0.key < $1.key }.map { "\($0.value) in \($0.key)" }.joined(separator: " and ")
  }
}

/// What some lists hold after changes of one and of several of them, and what undo and redo take back: for
/// each list two stacks, whose entries know the entries of the same change in the other lists.
struct NaiveJointUndo {
  private typealias Effect = NaiveContents.Effect

  private struct Entry {
    var effect: Effect
    /// The number of the change or undo that it is a part of.
    var change: Int
    /// Whether undo takes it back: an undo in a list that has gone on may have done nothing there.
    var isStep = true
  }

  private struct List {
    var contents = NaiveContents()
    var undo: [Entry] = []
    var redo: [Entry] = []
    /// All its entries.
    var parts: [Int: Entry] = [:]
    /// What each change or undo has moved, in order.
    var moves: [(change: Int, items: Set<Int>)] = []
  }

  var lists: [TextList]
  private let store: any ListStore
  private let name: String
  private var naive: [List]
  private var changeCount = 0
  private var number = 0
  private var history: [String] = []

  init(_ lists: [TextList], in store: any ListStore, _ name: String = "all") {
    self.lists = lists
    self.store = store
    self.name = name
    naive = lists.map { _ in List() }
  }

  private var context: Comment { "\(name): \(history.joined(separator: ", "))" }

  /// Fills the lists, which no undo takes back.
  mutating func begin() async throws {
    for (index, list) in lists.enumerated() {
      try await list.apply(.section("abc"), ChangeAnnotation(undo: .none))
      naive[index].contents = try NaiveContents(list.snapshot)
    }
  }

  // MARK: Changing

  mutating func take(_ step: NaiveJointStep) async throws {
    history.append("\(step)")
    number += 1
    let indices = step.kinds.keys.sorted()
    let plans = try indices.map { index in
      try NaivePlan(step.kinds[index] ?? .insert, number, on: lists[index].snapshot.state)
    }
    let first = lists[indices[0]]
    switch indices.count {
    case 1: _ = try await first.change { try plans[0].apply(to: &$1) }
    case 2:
      try await store.change(first, lists[indices[1]]) {
        try plans[0].apply(to: &$0)
        try plans[1].apply(to: &$1)
      }
    default:
      try await store.change(first, lists[indices[1]], lists[indices[2]]) {
        try plans[0].apply(to: &$0)
        try plans[1].apply(to: &$1)
        try plans[2].apply(to: &$2)
      }
    }
    changeCount += 1
    for (index, plan) in zip(indices, plans) {
      let changed = try NaiveContents(lists[index].snapshot)
      push(Effect(from: naive[index].contents, to: changed, moved: plan.moved), to: index)
      naive[index].moves.append((changeCount, plan.moved))
      naive[index].contents = changed
    }
  }

  private mutating func push(_ effect: Effect, to index: Int) {
    let entry = Entry(effect: effect, change: changeCount)
    naive[index].parts[changeCount] = entry
    naive[index].undo.append(entry)
    naive[index].redo = []
  }

  // MARK: Undoing

  /// - Parameter order: The indices of the lists that are named; the first one says what is taken back.
  mutating func step(_ direction: HistoryDirection, _ order: [Int]) async throws {
    history.append("\(direction) of \(order)")
    let first = order[0]
    guard let entry = direction == .undo ? naive[first].undo.last : naive[first].redo.last else {
      await #expect(throws: DataSourceError.self, context) { try await call(direction, order) }
      return try expect()
    }
    let others = naive.indices.filter { $0 != first && naive[$0].parts[entry.change] != nil }
    guard others.allSatisfy(order.contains) else {
      do {
        _ = try await call(direction, order)
        Issue.record("a list is missing, \(context)")
      } catch DataSourceError.partOfSeveral(let names) {
        #expect(names.count == others.filter { !order.contains($0) }.count, context)
      }
      return try expect()
    }
    let goneOn = try await call(direction, order)
    changeCount += 1
    var goneOnCount = 0
    for index in [first] + others where try !takeBack(entry.change, in: index) { goneOnCount += 1 }
    #expect(goneOn.count == goneOnCount, context)
    try expect()
  }

  private func call(_ direction: HistoryDirection, _ order: [Int]) async throws -> [String] {
    let named = order.map { lists[$0] }
    return switch (direction, named.count) {
    case (.undo, 1): try await store.apply(.undo(named[0])).goneOn
    case (.undo, 2): try await store.apply(.undo(named[0], named[1])).goneOn
    case (.undo, _): try await store.apply(.undo(named[0], named[1], named[2])).goneOn
    case (.redo, 1): try await store.apply(.redo(named[0])).goneOn
    case (.redo, 2): try await store.apply(.redo(named[0], named[1])).goneOn
    case (.redo, _): try await store.apply(.redo(named[0], named[1], named[2])).goneOn
    }
  }

  /// - Returns: Whether the list has not gone on.
  private mutating func takeBack(_ change: Int, in index: Int) throws -> Bool {
    guard var entry = naive[index].parts[change], entry.isStep else { return true }
    let isLast = [naive[index].undo.last, naive[index].redo.last].contains { $0?.change == change }
    if !isLast {
      // Its later changes stay as those of others.
      for later in naive[index].moves where later.change > change {
        entry.effect.movedByOthers.formUnion(later.items)
      }
    }
    var effect = naive[index].contents.takeBack(entry.effect)
    let changed = try NaiveContents(lists[index].snapshot)
    #expect(changed == naive[index].contents, context)
    naive[index].contents = changed
    effect.notePlaces(in: changed)
    naive[index].moves.append((changeCount, effect.moved))
    let inverse = Entry(effect: effect, change: changeCount)
    if naive[index].undo.last?.change == change {
      naive[index].undo.removeLast()
      naive[index].redo.append(inverse)
    } else if naive[index].redo.last?.change == change {
      naive[index].redo.removeLast()
      naive[index].undo.append(inverse)
    } else {
      if effect.isEmpty {
        naive[index].parts[changeCount] = Entry(effect: effect, change: changeCount, isStep: false)
      } else {
        push(effect, to: index)
      }
      return false
    }
    naive[index].parts[changeCount] = inverse
    return true
  }

  private func expect() throws {
    for index in lists.indices {
      #expect(try NaiveContents(lists[index].snapshot) == naive[index].contents, context)
      #expect(try lists[index].canUndo() == !naive[index].undo.isEmpty, context)
      #expect(try lists[index].canRedo() == !naive[index].redo.isEmpty, context)
    }
  }
}
