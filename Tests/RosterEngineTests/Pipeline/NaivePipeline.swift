/// What a pipeline must do, in the plainest words: a list of one section is its number of items.
struct NaivePipeline {
  /// A change that inserts or removes an item at [0, 0].
  struct Change: Equatable {
    var number: Int
    var revision: Int
    var isInsertion: Bool
  }

  enum Answer: Equatable {
    case schedule, none, invalid, full, closed
  }

  /// Whatever may happen to a pipeline.
  enum Event: CustomStringConvertible {
    case insert, remove, takeGroup, succeed, release, close
    /// A change of the group fails after so many that are committed.
    case fail(committedCount: Int)

    var description: String {
      switch self {
      case .insert: "insert"
      case .remove: "remove"
      case .takeGroup: "take group"
      case .succeed: "succeed"
      case .release: "release"
      case .close: "close"
      case .fail(let count): "fail after \(count)"
      }
    }
  }

  static let waitingCountMax = 3
  static let groupCountMax = 2

  private(set) var waiting: [Change] = []
  private(set) var inFlight: [Change] = []
  /// The list after everything that is committed.
  private(set) var committed = Place(itemCount: 1, revision: 1)
  private(set) var isScheduled = false
  private(set) var isClosed = false
  private var changeCount = 0

  struct Place {
    var itemCount: Int
    var revision: Int

    func after(_ changes: [Change]) -> Place {
      Place(
        itemCount: changes.reduce(itemCount) { $0 + ($1.isInsertion ? 1 : -1) },
        revision: revision + changes.count)
    }
  }

  var pendingCount: Int { waiting.count + inFlight.count }

  /// The events that may happen now.
  var events: [Event] {
    var events: [Event] = [.insert, .remove]
    if !isClosed { events.append(.close) }
    if isScheduled { events.append(.release) }
    if inFlight.isEmpty {
      events.append(.takeGroup)
    } else {
      events.append(.succeed)
      events += inFlight.indices.map { .fail(committedCount: $0) }
    }
    return events
  }

  mutating func enqueue(isInsertion: Bool) -> Answer {
    if isClosed { return .closed }
    if waiting.count == Self.waitingCountMax { return .full }
    let place = committed.after(inFlight + waiting)
    if !isInsertion, place.itemCount == 0 { return .invalid }
    changeCount += 1
    waiting.append(
      Change(number: changeCount, revision: place.revision + 1, isInsertion: isInsertion))
    defer { isScheduled = true }
    return isScheduled ? .none : .schedule
  }

  /// The number that the next accepted change gets.
  var nextNumber: Int { changeCount + 1 }

  mutating func takeGroup() -> [Change] {
    inFlight = Array(waiting.prefix(Self.groupCountMax))
    waiting.removeFirst(inFlight.count)
    return inFlight
  }

  mutating func succeed() {
    committed = committed.after(inFlight)
    inFlight = []
  }

  /// - Returns: The changes that go with the failed one.
  mutating func fail(committedCount: Int) -> [Change] {
    committed = committed.after(Array(inFlight.prefix(committedCount)))
    inFlight = []
    defer { waiting = [] }
    return waiting
  }

  mutating func release() -> Answer {
    isScheduled = !waiting.isEmpty
    return isScheduled ? .schedule : .none
  }

  mutating func close() { isClosed = true }
}
