internal import RosterCore
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

  /// The spans, the last used one last. The first one is forgotten if there are too many.
  private var spans: [Span] = []
  /// The last changes that were not taken as they were.
  private var losses: [Loss] = []

  init() {}

  var isEmpty: Bool { spans.isEmpty }

  /// Whether a change with the name and number is settled. It is the change with the key's digest, unless two
  /// copies of a file have made changes under the same name.
  func contains(_ key: ChangeKey) -> Bool {
    spans.contains { $0.name == key.name && $0.after < key.number && key.number <= $0.through }
  }

  /// What became of a settled change.
  func outcome(of change: KeyedChange) -> SyncOutcome {
    let loss = losses.last { $0.key.matches(change.key) }
    return SyncOutcome(change.key, lostCount: loss?.lostCount ?? 0, refusal: loss?.refusal)
  }

  /// Whether all of it takes hardly more bytes than one change.
  var isShort: Bool { spans.count + losses.count <= 4 }

  /// Adds the change of a note.
  mutating func add(_ note: HubNote) {
    var span = Span(name: note.key.name, after: note.after, through: note.key.number)
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
    // An earlier version took names of any length, and repeated them again and again.
    spans.removeAll { $0.name.utf8.count > SyncBounds.nameByteCountMax }
    spans.removeFirst(max(0, spans.count - SyncBounds.spanCountMax))
    losses.removeAll { $0.key.name.utf8.count > SyncBounds.nameByteCountMax }
    guard note.lostCount > 0 || note.refusal != nil else { return }
    losses.append(Loss(key: note.key, lostCount: note.lostCount, refusal: note.refusal))
    losses.removeFirst(max(0, losses.count - SyncBounds.lossCountMax))
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
    let spans = try json.sync["settled"].array()
    guard spans.count <= SyncBounds.spanCountMax else {
      throw .malformed("more is settled than a hub keeps")
    }
    for span in spans {
      let parts = try span.sync.parts(atLeast: 3)
      self.spans.append(
        Span(
          name: try parts[0].sync.string(), after: try parts[1].sync.integer(),
          through: try parts[2].sync.integer()))
    }
    guard json["losses"] != nil else { return }
    let losses = try json.sync["losses"].array()
    guard losses.count <= SyncBounds.lossCountMax else {
      throw .malformed("more is lost than a hub keeps")
    }
    for loss in losses {
      let parts = try loss.sync.parts(atLeast: 3)
      self.losses.append(
        Loss(
          key: ChangeKey(name: try parts[0].sync.string(), number: try parts[1].sync.integer()),
          lostCount: try parts[2].sync.lostCount(),
          refusal: parts.count > 3 ? SyncBounds.reason(try parts[3].sync.string()) : nil))
    }
  }
}

/// What is settled at a revision, as the notes in the journal tell it.
///
/// Everything that is settled may be a hundred times as long as a change. So most notes have only their own
/// change. One that has everything is at most 64 revisions before:
///
///     revision    40 everything    41 its change    42 of another writer    43 its change    104 everything
struct SettledHistory: Sendable {
  /// How many revisions after a note with everything the next one has everything again.
  static let revisionCountMax = 64

  private(set) var changes = SettledChanges()
  /// The revision of the last note that has everything. The journal must be kept from here on.
  private(set) var start: Revision?
  /// Whether the journal has all notes that are needed. If not, it was cut by hand, or compacted since.
  var isComplete: Bool { start != nil || changes.isEmpty }

  /// Makes the history of a list that no device has changed.
  init() {}

  /// - Parameter notes: The notes of a journal, the newest one first, back to one that has everything.
  init(_ notes: [(revision: Revision, note: HubNote)]) {
    guard let oldest = notes.last else { return }
    if let settled = oldest.note.settled {
      (changes, start) = (settled, oldest.revision)
    } else {
      changes.add(oldest.note)
    }
    for (_, note) in notes.dropLast().reversed() { changes.add(note) }
  }

  /// Adds the change of a note, and lets the note have everything if that is due.
  ///
  /// - Parameter revision: The revision of the note, the one after the last.
  mutating func add(_ note: inout HubNote, at revision: Revision) {
    changes.add(note)
    guard changes.isShort || start.map({ revision - $0 >= Self.revisionCountMax }) ?? true
    else { return }
    note.settled = changes
    start = revision
  }
}
