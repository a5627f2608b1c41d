internal import RosterJSON

/// Which changes a hub has settled by a revision.
struct SettledChanges: Sendable {
  /// Changes of one name, one after the other.
  ///
  ///     changes of a name      3   4       6   7
  ///     settled                3   4           7
  ///     spans              after 2, through 4   after 6, through 7
  ///
  /// A name has one span. It has more if a hub was restored from a backup, lost changes that it had
  /// settled, and then settled later ones: only the spans tell which the device must send again.
  struct Span: Hashable, Sendable {
    /// The name in the keys.
    var name: String
    /// The number of the change before the first one.
    var after: Int
    /// The number of the last one.
    var through: Int
  }

  /// A change that was not taken as it was.
  struct Loss: Hashable, Sendable {
    var key: ChangeKey
    /// How many parts of the change are lost.
    var lostCount: Int
    /// Why nothing of it was taken.
    var refusal: String?
  }

  private static let spanCountMax = 256
  private static let lossCountMax = 64

  /// The spans, the last used one last. The first one is forgotten if there are too many.
  private var spans: [Span] = []
  /// The last changes that were not taken as they were.
  private var losses: [Loss] = []

  init() {}

  var isEmpty: Bool { spans.isEmpty }

  /// Whether a change with the name and number is settled. It has the digest of the key, unless two copies of a
  /// file have made changes under the same name.
  func contains(_ key: ChangeKey) -> Bool {
    spans.contains { $0.name == key.name && $0.after < key.number && key.number <= $0.through }
  }

  /// What became of a settled change.
  func outcome(of change: KeyedChange) -> SyncOutcome {
    let loss = losses.last { $0.key.matches(change.key) }
    return SyncOutcome(change.key, lostCount: loss?.lostCount ?? 0, refusal: loss?.refusal)
  }

  /// Adds a change that was not settled before.
  mutating func add(_ change: KeyedChange, lostCount: Int, refusal: String?) {
    var span = Span(name: change.key.name, after: change.after, through: change.key.number)
    spans.removeAll { other in
      guard other.name == span.name else { return false }
      if other.through == span.after {
        span.after = other.after
      } else if other.after == span.through {
        span.through = other.through
      } else {
        return false
      }
      return true
    }
    spans.append(span)
    spans.removeFirst(max(0, spans.count - Self.spanCountMax))
    guard lostCount > 0 || refusal != nil else { return }
    losses.append(Loss(key: change.key, lostCount: lostCount, refusal: refusal))
    losses.removeFirst(max(0, losses.count - Self.lossCountMax))
  }

  // MARK: JSON

  func addMembers(to json: inout JSONObject) {
    json["settled"] = .array(
      spans.map { [.string($0.name), .integer($0.after), .integer($0.through)] })
    guard !losses.isEmpty else { return }
    json["losses"] = .array(
      losses.map { loss in
        .array(
          [.string(loss.key.name), .integer(loss.key.number), .integer(loss.lostCount)]
            + (loss.refusal.map { [.string($0)] } ?? []))
      })
  }

  /// Reads the members of a message or note.
  init(json: JSONValue) throws(SyncError) {
    for span in try json.sync["settled"].array() {
      let parts = try span.sync.parts(atLeast: 3)
      spans.append(
        Span(
          name: try parts[0].sync.string(), after: try parts[1].sync.integer(),
          through: try parts[2].sync.integer()))
    }
    guard json["losses"] != nil else { return }
    for loss in try json.sync["losses"].array() {
      let parts = try loss.sync.parts(atLeast: 3)
      losses.append(
        Loss(
          key: ChangeKey(name: try parts[0].sync.string(), number: try parts[1].sync.integer()),
          lostCount: try parts[2].sync.integer(),
          refusal: parts.count > 3 ? try parts[3].sync.string() : nil))
    }
  }
}
