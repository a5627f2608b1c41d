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

  init(revision: Revision, annotation: ChangeAnnotation) {
    self.revision = revision
    self.annotation = annotation
  }

  fileprivate init?(json: JSONValue) {
    guard let revision = json["revision"]?.intValue, let annotation = try? json.sync.annotation()
    else { return nil }
    self.init(revision: revision, annotation: annotation)
  }
}
