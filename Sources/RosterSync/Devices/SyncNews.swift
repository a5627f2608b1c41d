public import RosterCore
internal import RosterJSON

/// What the batch of a synchronization brings to a device, beside the changes of the list. Other
/// batches have none.
///
///     for try await batch in try list.batches() {
///       guard let news = SyncNews(batch.changes.annotation) else { continue }
///       for change in news.changes { print(change.annotation.origin ?? "", change.revision) }
///     }
public struct SyncNews: Hashable, Sendable {
  /// What became of changes of the device.
  public var outcomes: [SyncOutcome] = []
  /// What others said about their changes that the batch brings, in the hub's order. Changes without
  /// a word are not listed, nor are those in a list that came whole.
  public var changes: [SyncedChange] = []

  init() {}

  /// Reads what a batch says; `nil` if it is not one of a synchronization.
  public init?(_ annotation: ChangeAnnotation) {
    guard let json = annotation.deviceNote else { return nil }
    outcomes = json["outcomes"]?.arrayValue?.compactMap(SyncOutcome.init) ?? []
    changes = json["changes"]?.arrayValue?.compactMap(SyncedChange.init) ?? []
  }

  func addMembers(to json: inout JSONObject) {
    if !outcomes.isEmpty { json["outcomes"] = .array(outcomes.map(\.json)) }
    if !changes.isEmpty { json["changes"] = .array(changes.map(\.json)) }
  }
}

/// A change of the hub's list that another device or writer has made.
public struct SyncedChange: Hashable, Sendable {
  /// The hub's revision.
  public var revision: Revision
  /// What its author said about it. A device that said no origin has its opening's name as origin.
  public var annotation: ChangeAnnotation

  var json: JSONValue {
    var json: JSONObject = ["revision": .integer(revision)]
    annotation.addMembers(to: &json)
    return .object(json)
  }
}

extension SyncedChange {
  fileprivate init?(json: JSONValue) {
    guard let revision = json["revision"]?.intValue, let annotation = try? json.sync.annotation()
    else { return nil }
    self.init(revision: revision, annotation: annotation)
  }
}

/// What became of a change of a device.
public struct SyncOutcome: Hashable, Sendable {
  /// The kinds of outcomes.
  public enum Kind: Hashable, Sendable {
    /// The hub has all of it.
    case confirmed
    /// The hub has it without some parts: their items or sections are gone, or others have put items into a
    /// section that it removes.
    case rebased(lostCount: Int)
    /// The hub has nothing of it, for this reason.
    case refused(String)
    /// It cannot be sent, for this reason, and stays on the device, with the changes that were made after it.
    ///
    /// Each synchronization says so, and brings what the hub had all the same. Allow larger changes on the
    /// device and at its hub (``SyncLimits/changeByteCountMax``), or give it up:
    /// ``SyncedList/discard(_:)``.
    case unsent(String)
  }

  /// The revision of the device's list that the change was made as.
  public var revision: Revision
  /// What became of it.
  public var kind: Kind

  /// Makes an outcome.
  public init(revision: Revision, kind: Kind) {
    self.revision = revision
    self.kind = kind
  }

  init(_ key: ChangeKey, lostCount: Int, refusal: String?) {
    revision = key.number
    if let refusal {
      kind = .refused(refusal)
    } else {
      kind = lostCount == 0 ? .confirmed : .rebased(lostCount: lostCount)
    }
  }

  init?(json: JSONValue) {
    guard let parts = json.arrayValue, parts.count >= 2, let revision = parts[0].intValue
    else { return nil }
    self.revision = revision
    switch parts[1] {
    case "confirmed": kind = .confirmed
    case "rebased": kind = .rebased(lostCount: parts.last?.intValue ?? 0)
    case "refused": kind = .refused(parts.last?.stringValue ?? "")
    case "unsent": kind = .unsent(parts.last?.stringValue ?? "")
    default: return nil
    }
  }

  var json: JSONValue {
    switch kind {
    case .confirmed: [.integer(revision), "confirmed"]
    case .rebased(let lostCount): [.integer(revision), "rebased", .integer(lostCount)]
    case .refused(let reason): [.integer(revision), "refused", .string(reason)]
    case .unsent(let reason): [.integer(revision), "unsent", .string(reason)]
    }
  }
}
