import RosterCore
import RosterDerived
import RosterEngine
import RosterStore
import RosterTestKit
import RosterTestSupport

/// A file with lists of which two are kept together with a third one, as far as it is open.
struct TogetherSession {
  private typealias List = ListDataSource<String, String, Never>
  private typealias Derived = DerivedList<String, Ungrouped, Never>

  let path: String
  private let durability: SQLiteConfiguration.Durability
  private let isDivided: Bool
  private var store: SQLiteStore?
  /// The store of the lists.
  private var joint: (any JointStorage)?
  private var lists: [TogetherList: List] = [:]
  private var derived: [TogetherList: Derived] = [:]
  private let listener = LeftBehindListener()

  /// - Parameter isDivided: Whether each list is committed in a transaction of its own, which an attack must find.
  init(path: String, _ durability: SQLiteConfiguration.Durability, isDivided: Bool = false) {
    self.path = path
    self.durability = durability
    self.isDivided = isDivided
  }

  /// What a step needs is not open.
  private struct NotOpen: Error {}

  /// Whether a derived list was left behind, of what was told before the last closing.
  var wasLeftBehind: Bool { !listener.reasons.values.isEmpty }

  // MARK: Steps

  mutating func perform(_ step: TogetherStep) async throws {
    switch step {
    case .open:
      // No other process writes: what keeps the file locked is a fault, which is not waited for.
      let store = try SQLiteStore(
        path: path, configuration: SQLiteConfiguration(durability: durability, busyTimeout: 0.05))
      self.store = store
      joint = isDivided ? DividingStore(store) : store
    case .openList(let name):
      // Looking at what a step has done may have failed.
      if lists[name] != nil || derived[name] != nil { return }
      if name.isDerived { try openDerived(name) } else { lists[name] = try openList(name) }
    case .change(let number):
      _ = try await numbers.change { _, draft in try Self.change(&draft, number) }
    case .joint(let number):
      guard let joint, let others = lists[.others] else { throw NotOpen() }
      _ = try await joint.change(numbers, others) { numbers, others in
        if let first = try numbers.state.itemIDs().first {
          try others.append(numbers.model(of: first))
          try numbers.remove(first)
        }
        try numbers.append("\(number)")
      }
    case .undo: _ = try await numbers.apply(.undo())
    case .redo: _ = try await numbers.apply(.redo())
    case .jointUndo:
      guard let joint, let others = lists[.others] else { throw NotOpen() }
      _ = try await joint.apply(.undo(numbers, others))
    case .compact: _ = try numbers.compact(JournalRetention(revisionCountMax: 2))
    case .close:
      await closeLists()
      try store?.close()
      (store, joint) = (nil, nil)
    }
  }

  private var numbers: List {
    get throws {
      guard let list = lists[.numbers] else { throw NotOpen() }
      return list
    }
  }

  private func openList(_ name: TogetherList) throws -> List {
    guard let list = try joint?.storedList(named: name.rawValue, create: true) else {
      throw NotOpen()
    }
    return try List(storage: list, codec: TextCodec(), sectionCodec: TextCodec())
  }

  private mutating func openDerived(_ name: TogetherList) throws {
    var configuration = DataSourceConfiguration()
    configuration.listeners = [listener]
    func open<Section>(_ definition: DerivedDefinition<String, Section>) throws -> DerivedList<
      String, Section, Never
    > {
      try definition.where { Int($0).map(name.shows) ?? false }.together()
        .open(configuration: configuration)
    }
    if name == .late {
      guard let shown = derived[.shown] else { throw NotOpen() }
      derived[name] = try open(
        shown.list.derived(name.rawValue, version: "1").sorted { [.descending(Int($0) ?? 0)] })
    } else {
      derived[name] = try open(numbers.derived(name.rawValue, version: "1"))
    }
  }

  /// Appends a number, and changes, moves or removes one.
  private static func change(_ draft: inout List.Draft, _ number: Int) throws {
    let items = try draft.state.itemIDs()
    try draft.append("\(number)")
    guard items.count >= 6 else {
      try draft.append("\(number * 3)")
      return
    }
    let item = items[number % items.count]
    switch number % 4 {
    case 0: try draft.update(item, "\(number / 4 * 3)")
    case 1: try draft.move(item, to: 0)
    case 2: try draft.remove(item)
    default: break
    }
  }

  private mutating func closeLists() async {
    for name in TogetherList.allCases.reversed() {
      await derived[name]?.close()
      await lists[name]?.close()
    }
    (lists, derived) = ([:], [:])
  }

  /// Lets the lists take changes again that a failure of storage has suspended.
  func resume() {
    for list in lists.values {
      if let suspension = list.suspension { list.resume(after: suspension) }
    }
    for derived in derived.values {
      if let suspension = derived.list.suspension { derived.list.resume(after: suspension) }
    }
  }

  // MARK: Looking

  /// Returns what the file holds; `nil` if it is closed.
  func contents() throws -> TogetherContents? { try store.map { try TogetherContents($0) } }
}

/// Records why lists were left behind.
private final class LeftBehindListener: DataSourceListener {
  let reasons = Recorder<String>()

  func receive(_ event: PipelineEvent) {
    if case .leftBehind(let error) = event { reasons.record("\(error)") }
  }
}

extension ListState {
  /// The items of all sections, in order.
  fileprivate func itemIDs() throws(StorageError) -> [ItemID] {
    var items: [ItemID] = []
    for section in 0..<sectionCount { items += try itemIDs(inSection: section) }
    return items
  }
}
