/// What a pipeline must do, in the plainest words: a list of one section is its number of items,
/// and whatever waits stands in one row.
struct NaivePipeline {
  enum Kind: CaseIterable {
    /// A change that inserts an item at [0, 0], or removes it.
    case insertion, removal
    /// A change after which there are two items, whatever there was before.
    case replacement
    /// A change that does nothing but write a state of the item at [0, 0].
    case assignment
    /// An update of the item at [0, 0].
    case updateByPath
    /// An update of an item by its id, which may or may not be there.
    case updateByID

    var isUpdate: Bool { self == .updateByPath || self == .updateByID }
    /// Whether there must be an item at [0, 0]: before the change, which an insertion brings.
    var needsItem: Bool { ![.insertion, .replacement, .updateByID].contains(self) }

    /// The number of items after it.
    func itemCount(after count: Int) -> Int {
      switch self {
      case .insertion: count + 1
      case .removal: count - 1
      case .replacement: 2
      case .assignment, .updateByPath, .updateByID: count
      }
    }
  }

  struct Modification: Equatable {
    var number: Int
    var kind: Kind
  }

  enum Answer: Equatable {
    case schedule, none, invalid, noSuchItem, full, closed
  }

  /// Whatever may happen to a pipeline.
  enum Event: CustomStringConvertible {
    case enqueue(Kind)
    case takeGroup, finish, release, close
    /// A change of the group fails after so many that are committed.
    case fail(committedCount: Int)

    var description: String {
      switch self {
      case .enqueue(let kind): "\(kind)"
      case .takeGroup: "take group"
      case .finish: "finish"
      case .release: "release"
      case .close: "close"
      case .fail(let count): "fail after \(count)"
      }
    }
  }

  static let waitingCountMax = 3
  static let groupCountMax = 2

  private(set) var waiting: [Modification] = []
  private(set) var inFlight: [Modification] = []
  /// The number of items after everything that is committed.
  private(set) var itemCount = 1
  private(set) var isScheduled = false
  private(set) var isClosed = false
  private var modificationCount = 0

  var pendingCount: Int { waiting.count + inFlight.count }

  /// The events that may happen now.
  var events: [Event] {
    var events = Kind.allCases.map { Event.enqueue($0) }
    if !isClosed { events.append(.close) }
    if isScheduled { events.append(.release) }
    guard let first = inFlight.first else { return events + [.takeGroup] }
    events.append(.finish)
    if !first.kind.isUpdate { events += inFlight.indices.map { .fail(committedCount: $0) } }
    return events
  }

  mutating func enqueue(_ kind: Kind) -> Answer {
    if isClosed { return .closed }
    if waiting.count == Self.waitingCountMax { return .full }
    let itemCount = (inFlight + waiting).reduce(itemCount) { $1.kind.itemCount(after: $0) }
    if kind.needsItem, itemCount == 0 { return kind == .removal ? .invalid : .noSuchItem }
    modificationCount += 1
    waiting.append(Modification(number: modificationCount, kind: kind))
    defer { isScheduled = true }
    return isScheduled ? .none : .schedule
  }

  /// The number that the next accepted modification gets.
  var nextNumber: Int { modificationCount + 1 }

  /// All updates in a row, or some changes in a row, of which only the first is a replacement.
  mutating func takeGroup() -> [Modification] {
    let takesUpdates = waiting.first?.kind.isUpdate ?? false
    inFlight = Array(waiting.prefix { $0.kind.isUpdate == takesUpdates })
    if !takesUpdates {
      inFlight = Array(inFlight.prefix(Self.groupCountMax))
      let rest = inFlight.dropFirst()
      inFlight = inFlight.prefix(1) + rest.prefix { $0.kind != .replacement }
    }
    waiting.removeFirst(inFlight.count)
    return inFlight
  }

  mutating func finish() {
    itemCount = inFlight.reduce(itemCount) { $1.kind.itemCount(after: $0) }
    inFlight = []
  }

  /// - Returns: What goes with the failed change; a replacement does not, nor what is after it.
  mutating func fail(committedCount: Int) -> [Modification] {
    inFlight = Array(inFlight.prefix(committedCount))
    finish()
    let upToReplacement = waiting.prefix { $0.kind != .replacement }
    let rest = waiting.dropFirst(upToReplacement.count)
    let dependents = upToReplacement.filter { $0.kind != .updateByID }
    waiting = upToReplacement.filter { $0.kind == .updateByID } + rest
    return dependents
  }

  mutating func release() -> Answer {
    isScheduled = !waiting.isEmpty
    return isScheduled ? .schedule : .none
  }

  mutating func close() { isClosed = true }
}
