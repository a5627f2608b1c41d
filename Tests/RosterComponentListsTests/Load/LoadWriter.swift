import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// One of several writers of a list. Each makes one kind of modification.
///
/// The list has a section of pins, whose paths never change, and a section of rows. A request may
/// be outdated when it is queued, and is then refused. Everything that is accepted must succeed.
struct LoadWriter {
  enum Kind: CaseIterable {
    case changesets, synchronousChangesets, snapshots, updates, actions, reloads, configurations
    case history
  }

  /// The outcomes of everything accepted.
  struct Account {
    /// The revisions of changes, each of which belongs to a single writer.
    var changes: [Revision] = []
    /// The revisions in which states changed. Updates may share them.
    var updates: Set<Revision> = []
    /// The sum added to the pins.
    var added = 0
    var refusalCount = 0

    mutating func add(_ other: Account) {
      changes += other.changes
      updates.formUnion(other.updates)
      added += other.added
      refusalCount += other.refusalCount
    }
  }

  static let pinCount = 8

  let list: TileList
  let kind: Kind
  private var random: SplitMix64
  private var number = 0
  private var account = Account()

  init(_ list: TileList, _ kind: Kind, seed: UInt64) {
    self.list = list
    self.kind = kind
    random = SplitMix64(seed: seed &* 31 &+ UInt64(Kind.allCases.firstIndex(of: kind) ?? 0))
  }

  /// Performs this many steps, several of which may be pending at once.
  mutating func run(stepCount: Int) async throws -> Account {
    for _ in 0..<stepCount {
      number += 1
      do {
        try await step()
      } catch let error as DataSourceError {
        try refuse(error)
      }
    }
    return account
  }

  /// Accepts a refusal whose cause is that the list had changed meanwhile.
  private mutating func refuse(_ error: DataSourceError) throws {
    switch error {
    case .invalid, .noSuchItem, .noSuchSection, .nothingToUndo, .nothingToRedo:
      account.refusalCount += 1
    default: throw error
    }
  }

  private mutating func step() async throws {
    switch kind {
    case .changesets: try await changesets()
    case .synchronousChangesets: note(try list.applySynchronously(changeset()))
    case .snapshots:
      note(try await list.apply(.contents(contents(), by: .byName, duplicates: .keepFirst)))
    case .updates: try await updates()
    case .actions: try perform()
    case .reloads: try await reload()
    case .configurations: try await configure()
    case .history: try await takeBack()
    }
  }

  private mutating func note(_ batch: TileList.Batch) {
    account.changes.append(batch.changes.targetRevision)
  }

  // MARK: Changes

  private mutating func changesets() async throws {
    var pending: [Pending<TileList.Batch>] = []
    for _ in 0...random.index(below: 4) {
      do throws(DataSourceError) {
        pending.append(try list.enqueue(changeset()))
      } catch {
        try refuse(error)
      }
    }
    for change in pending {
      do {
        note(try await change.value)
      } catch let error as DataSourceError {
        // It waited behind an undo.
        try refuse(error)
      }
    }
  }

  /// Returns a change of one or two rows that fits the published list.
  private mutating func changeset() -> TextChange {
    number += 1
    let count = list.snapshot.state.itemCount(inSection: 1)
    let model = "\(kind).\(number)/\(random.index(below: 100))"
    let path = ItemPath(section: 1, item: random.index(below: count))
    let other = ItemPath(section: 1, item: random.index(below: count))
    guard count > 1, !random.happens(percent: count < 30 ? 50 : 20) else {
      return TextChange { $0.insertItem(model, at: ItemPath(section: 1, item: 0)) }
    }
    switch random.index(below: 3) {
    case 0: return TextChange { $0.removeItem(at: path) }
    case 1: return TextChange { $0.moveItem(from: path, to: other) }
    default:
      let updated = (try? list.snapshot.model(at: path)) ?? model
      return TextChange { $0.updateItem(at: path, updated + "+") }
    }
  }

  /// Returns the contents of the list, with some rows shuffled, removed and added.
  private mutating func contents() throws -> TextContents {
    var contents = try list.snapshot.contents()
    var rows = contents.sections[1].items
    if random.happens(percent: 30) { rows.shuffle(using: &random) }
    rows = Array(rows.filter { _ in !random.happens(percent: 10) }.prefix(40))
    rows.append("\(kind).\(number)/new")
    contents.sections[1].items = rows
    return contents
  }

  /// Changes something, and takes back the last change, which may be one of another writer.
  private mutating func takeBack() async throws {
    note(try await list.apply(changeset()))
    for batch in try await list.apply(.undo()) { note(batch) }
    if random.happens(percent: 50) { for batch in try await list.apply(.redo()) { note(batch) } }
    if random.happens(percent: 30) {
      note(try list.applySynchronously(changeset()))
      for batch in try list.applySynchronously(.undo()) { note(batch) }
    }
  }

  // MARK: Updates

  private mutating func pin() -> TreeReference {
    .id(1 + random.index(below: Self.pinCount))
  }

  private mutating func updates() async throws {
    var pending: [Pending<UpdateOutcome<TileList.Batch>>] = []
    for _ in 0...random.index(below: 8) {
      pending.append(try list.enqueue(.update(.tile, of: Tile.self, in: pin()) { $0.count += 1 }))
    }
    for update in pending { note(try await update.value) }
  }

  private mutating func note(_ outcome: UpdateOutcome<TileList.Batch>) {
    guard let batch = outcome.batch else { return }
    account.updates.insert(batch.changes.targetRevision)
    account.added += 1
  }

  private mutating func perform() throws {
    let add = ActionReference(target: .scope(.tile), name: "add", arguments: [.number(1)])
    note(try list.applySynchronously(.actions([add], in: pin())))
  }

  // MARK: Reloads and configurations

  private mutating func reload() async throws {
    let targets: [ReloadTarget] = [
      .all, .section(1), .trees([pin()]), .trees([.path(ItemPath(section: 1, item: 0)), pin()]),
    ]
    let target = targets[random.index(below: targets.count)]
    if random.happens(percent: 30) {
      note(try list.applySynchronously(.reload(target)))
    } else {
      note(try await list.apply(.reload(target)))
    }
  }

  private mutating func configure() async throws {
    var environment = ComponentEnvironment()
    environment[Colour.self] = ["red", "green", "blue"][random.index(below: 3)]
    let width = 50 + random.index(below: 3)
    if random.happens(percent: 50) {
      note(try await list.apply(.configuration(.environment(environment))))
    } else {
      note(try list.applySynchronously(.configuration(.layout(.width(width)))))
    }
  }

  private mutating func note(_ outcome: RefreshOutcome<TileList.Batch>) {
    guard let batch = outcome.batch, batch.causes.contains(.change) else { return }
    account.updates.insert(batch.changes.targetRevision)
  }
}
