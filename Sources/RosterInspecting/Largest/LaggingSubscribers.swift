import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// Says which subscribers lag behind, and what is kept in the journal for each of them.
struct LaggingSubscribers {
  private static let countMax = 100

  private let list: any InspectableStorage
  private let head: JournalHead

  init(_ list: any InspectableStorage, _ head: JournalHead) {
    self.list = list
    self.head = head
  }

  /// Answers `subscribers`: those that lag most stand first. `bytes` is how much the revisions have written that a
  /// subscriber has not seen, at least that much if `bytesAtLeast` stands beside it.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    _ = try InspectorQuery(parameters, allowing: [])
    let present = try written(with: head.present)
    let sorted = head.subscribers.sorted { ($0.revision, $0.name) < ($1.revision, $1.name) }
    let subscribers = try sorted.prefix(Self.countMax).map { subscriber in
      var json = subscriber.json(present: head.present)
      if let present, subscriber.revision < head.present {
        let (seen, isKnown) = try seen(subscriber.revision)
        // A count below 0 is damage.
        json["bytes"] = JSONValue(max(0, max(0, present) - max(0, seen)))
        if !isKnown { json["bytesAtLeast"] = true }
      }
      return JSONValue.object(json)
    }
    return [
      "present": JSONValue(head.present), "oldest": JSONValue(head.oldest),
      "subscriberCount": JSONValue(sorted.count), "subscribers": .array(subscribers),
    ]
  }

  /// Returns how much had been written when a subscriber saw its last revision, or little more than that.
  private func seen(_ revision: Revision) throws -> (byteCount: Int, isKnown: Bool) {
    if revision < 1 && head.oldest == 0 { return (0, true) }
    if let seen = try written(with: revision) { return (seen, true) }
    // The row of the oldest revision is gone. That of the next one counts what it wrote itself, too.
    return (try written(with: head.oldest + 1) ?? 0, false)
  }

  private func written(with revision: Revision) throws -> Int? {
    guard revision > 0 else { return nil }
    return try list.journalRows(revision...revision, limit: 1).first?.written
  }
}

extension JournalSubscriber {
  /// The subscriber, and how far it lags behind the present revision.
  func json(present: Revision) -> JSONObject {
    [
      "name": .string(name.shortened(byteCountMax: 80)), "revision": JSONValue(revision),
      "lag": JSONValue(present - max(0, revision)),
    ]
  }
}
