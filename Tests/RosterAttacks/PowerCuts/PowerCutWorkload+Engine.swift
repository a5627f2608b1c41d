import RosterCore
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport

extension PowerCutWorkload {
  private typealias List = ListDataSource<String, String, Never>

  private static func open(_ list: SQLiteList, isShared: Bool = false) throws -> List {
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try List(
      storage: list, codec: TextCodec(), sectionCodec: TextCodec(), configuration: configuration)
  }

  static let undo = PowerCutWorkload(
    "undo", "changes, some of them grouped, are undone and redone"
  ) {
    try $0.open()
    let storage = try await $0.list("main")
    let list = try open(storage)
    var changesets = RandomChangesets(seed: $0.random.next())
    // What the list held before each step that can be undone, and after each that can be redone.
    var undo: [[StoredContents.Section]] = []
    var redo: [[StoredContents.Section]] = []
    for round in 0..<6 {
      for number in 0..<3 {
        let before = try StoredContents(storage).sections
        let changeset = changesets.valid(for: list.snapshot.state.itemCounts)
          .changeset(models: "\(round).\(number):")
        let group = number < 2 ? "\(round)" : nil
        try await $0.note("main") {
          let batch = try list.applySynchronously(changeset, ChangeAnnotation(group: group))
          return { try StoredContents(batch.target.state, in: storage) }
        }
        // The second of a group is undone together with the first.
        if number != 1 { undo.append(before) }
        redo = []
      }
      for direction in [HistoryDirection.undo, .undo, .redo].prefix(1 + round % 3) {
        let before = try StoredContents(storage).sections
        try await $0.note("main") {
          try list.applySynchronously(.step(direction))
          return { try StoredContents(storage) }
        }
        let expected = direction == .undo ? undo.popLast() : redo.popLast()
        guard try StoredContents(storage).sections == expected else {
          throw StorageError(.failed, "\(direction) has not brought back what was there before")
        }
        if direction == .undo { redo.append(before) } else { undo.append(before) }
      }
    }
    await list.close()
    try $0.close()
  }

  static let joint = PowerCutWorkload(
    "joint",
    "two and three lists are changed in one transaction, in turn with changes of one and with undo in all"
  ) {
    try $0.open()
    let names = ["a", "b", "c"]
    var storages: [SQLiteList] = []
    for name in names { storages.append(try await $0.list(name)) }
    let store = storages[0].store
    let lists = try storages.map { try open($0) }
    for number in 0..<16 {
      let order = [0, 1, 2].shuffled(using: &$0.random)
      let text = String(repeating: "\(number) ", count: 1 + $0.random.index(below: 300))
      try await $0.note {
        var states: [Int: ListState] = [:]
        switch number % 4 {
        case 0:
          let batches = try await store.change(lists[order[0]], lists[order[1]]) { from, to in
            try move(&from, &to, text)
          }.batches
          states[order[0]] = batches.0.target.state
          states[order[1]] = batches.1.target.state
        case 1:
          let batches = try store.applySynchronously(
            .change(lists[order[0]], lists[order[1]], lists[order[2]]) { from, to, log in
              try move(&from, &to, text)
              try log.append(text)
            }
          ).batches
          states[order[0]] = batches.0.target.state
          states[order[1]] = batches.1.target.state
          states[order[2]] = batches.2.target.state
        case 2 where try lists[order[0]].canUndo():
          let batches = try await store.apply(
            .undo(lists[order[0]], lists[order[1]], lists[order[2]])
          )
          .batches
          states[order[0]] = batches.0.last?.target.state
          states[order[1]] = batches.1.last?.target.state
          states[order[2]] = batches.2.last?.target.state
        default:
          let batch = try await lists[order[0]].change { _, list in try list.append(text) }.batch
          states[order[0]] = batch.target.state
        }
        return {
          var contents: [String: StoredContents] = [:]
          for (index, state) in states {
            contents[names[index]] = try StoredContents(state, in: storages[index])
          }
          return contents
        }
      }
    }
    for list in lists { await list.close() }
    try $0.close()
  }

  /// Moves the first item of a list to another list, and adds one to each.
  private static func move(
    _ from: inout List.Draft, _ to: inout List.Draft, _ text: String
  ) throws {
    if let item = try from.state.itemID(at: ItemPath(section: 0, item: 0)) {
      try to.append(from.model(of: item))
      try from.remove(item)
    }
    try from.append(text)
    try to.append(text)
  }

  static let writers = PowerCutWorkload(
    "writers", "two data sources with connections of their own write one shared list in turn"
  ) {
    try $0.open()
    let storage = try await $0.list("main")
    let second = try $0.openStore()
    guard let secondStorage = try second.list(named: "main", create: false) else {
      throw StorageError(.failed, "the second writer sees no list")
    }
    let lists = [
      try open(storage, isShared: true), try open(secondStorage, isShared: true),
    ]
    var changesets = RandomChangesets(seed: $0.random.next())
    var revision = 0
    for number in 0..<20 {
      let list = lists[$0.random.index(below: lists.count)]
      try await wait(for: revision, of: list)
      let changeset = changesets.valid(for: list.snapshot.state.itemCounts)
        .changeset(models: "\(number):")
      try await $0.note("main") {
        let batch = try await list.apply(changeset)
        revision = batch.target.revision
        return { try StoredContents(batch.target.state, in: storage) }
      }
    }
    for list in lists { await list.close() }
    try second.close()
    try $0.close()
  }

  private static func wait(for revision: Revision, of list: List) async throws {
    let batches = try list.batches()
    if list.snapshot.revision >= revision { return }
    for try await batch in batches where batch.target.revision >= revision { return }
  }
}
