import RosterCore
import RosterEngine
import RosterJSON
import RosterStore
import RosterTestKit

typealias JSONList = ListDataSource<JSONValue, JSONValue, Never>
typealias JSONChange = Changeset<JSONValue, JSONValue>

extension JSONList {
  /// Opens a list in a file, with a connection of its own.
  static func file(
    _ path: String, list: String = "notes", isShared: Bool = false
  ) throws -> JSONList {
    let store = try SQLiteStore(path: path)
    guard let stored = try store.list(named: list) else {
      throw StorageError(.failed, "there is no list")
    }
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try JSONList(
      storage: stored, codec: CanonicalJSONCodec(), sectionCodec: CanonicalJSONCodec(),
      configuration: configuration)
  }

  /// The fingerprint of the list, as logs have it.
  var fingerprint: String {
    get throws {
      var fingerprint = Fingerprint()
      for section in try snapshot.contents().sections {
        fingerprint.addSection(model: section.model ?? .null)
        for item in section.items { fingerprint.addItem(model: item) }
      }
      return fingerprint.hex
    }
  }

  /// The values of the member `id` of all items, in order.
  var ids: [String] {
    get throws {
      try snapshot.contents().sections.flatMap { $0.items.compactMap { $0["id"]?.stringValue } }
    }
  }
}

extension JSONChange {
  /// A section with an item for each name.
  static func section(_ ids: String...) -> JSONChange {
    JSONChange {
      $0.insertSection(at: 0)
      $0.insertItems(ids.map(note), at: ItemPath(section: 0, item: 0))
    }
  }

  static func insert(_ id: String, at item: Int = 0) -> JSONChange {
    JSONChange { $0.insertItem(note(id), at: ItemPath(section: 0, item: item)) }
  }

  static func remove(_ item: Int) -> JSONChange {
    JSONChange { $0.removeItem(at: ItemPath(section: 0, item: item)) }
  }

  private static func note(_ id: String) -> JSONValue { ["id": .string(id), "text": ""] }
}

/// Changes a list at random, and knows what it has inserted and removed.
struct RandomEditor {
  private var random: SplitMix64
  private let name: String
  private var count = 0
  private(set) var inserted: Set<String> = []
  private(set) var removed: Set<String> = []

  init(name: String, seed: UInt64) {
    self.name = name
    random = SplitMix64(seed: seed)
  }

  /// Makes one change.
  ///
  /// - Returns: The revision that the change led to.
  mutating func edit(_ list: JSONList) throws -> Revision {
    let state = list.snapshot.state
    let itemCount = state.itemCount(inSection: 0)
    let path = ItemPath(section: 0, item: random.index(below: itemCount))
    let model = itemCount < 3 ? nil : try list.snapshot.model(at: path)
    guard let id = model?["id"]?.stringValue else { return try insert(into: list, itemCount) }
    switch random.index(below: 10) {
    case 0..<5: return try insert(into: list, itemCount)
    case 5..<7:
      let text = "\(name) wrote \(random.index(below: 1_000))"
      return try apply(list) {
        $0.updateItem(at: path, ["id": .string(id), "text": .string(text)])
      }
    case 7..<9:
      let target = ItemPath(section: 0, item: random.index(below: itemCount))
      return try apply(list) { $0.moveItem(from: path, to: target) }
    default:
      removed.insert(id)
      return try apply(list) { $0.removeItem(at: path) }
    }
  }

  private mutating func insert(into list: JSONList, _ itemCount: Int) throws -> Revision {
    count += 1
    let id = "\(name)-\(count)"
    inserted.insert(id)
    return try list.applySynchronously(
      .insert(id, at: random.index(below: itemCount + 1))
    ).target.revision
  }

  private func apply(
    _ list: JSONList, _ build: (inout JSONChange.Builder) -> Void
  ) throws -> Revision {
    try list.applySynchronously(JSONChange(build)).target.revision
  }
}
