internal import RosterConcurrency
internal import RosterCore
public import RosterEngine
internal import RosterJSON
internal import RosterPages

/// Keeps what last happened to the modifications of a list, for an inspector.
///
///     let recent = RecentModifications()
///     configuration.listeners.append(recent)
///
/// It keeps a bounded number of events, and no models.
public final class RecentModifications: DataSourceListener {
  private struct Modification {
    var json: JSONObject
    /// The number of its last event, by which modifications are ordered.
    var number: Int
  }

  private struct Kept {
    var number = 0
    /// Those that wait or are worked on.
    var waiting: [ObservedModification.ID: Modification] = [:]
    /// Those that are finished, refused or failed, the oldest first.
    var finished: [Modification] = []
    var failed: [Modification] = []
    var events: [JSONObject] = []
    var missedCount = 0
    /// Those that wait and are not kept, because there are too many.
    var untoldCount = 0
  }

  private let kept = Guarded(Kept())
  private let countMax: Int

  /// Makes a listener that keeps at most `countMax` modifications and events of a kind.
  public init(countMax: Int = 256) {
    self.countMax = max(1, countMax)
  }

  /// Keeps what became of a modification.
  public func receive(_ event: ObservedModification.Event, of modification: ObservedModification) {
    var json = modification.json
    var isFault = false
    switch event {
    case .accepted(let pendingCount):
      json["state"] = "waiting"
      json["pending"] = JSONValue(pendingCount)
    case .refused(let error):
      json["state"] = "refused"
      json["error"] = .string("\(error)".shortened(byteCountMax: 1_000))
      isFault = true
    case .applied(let batches, let duration):
      json["state"] = "applied"
      json["revision"] = batches.last.map { JSONValue($0.targetRevision) }
      json["milliseconds"] = .number(duration.inMilliseconds)
    case .superseded(let later):
      json["state"] = "superseded"
      json["by"] = JSONValue(later.rawValue)
    case .failed(let error, let duration):
      json["state"] = "failed"
      json["error"] = .string("\(error)".shortened(byteCountMax: 1_000))
      json["milliseconds"] = .number(duration.inMilliseconds)
      isFault = true
    }
    kept.withLock { kept in
      kept.number += 1
      let told = Modification(json: json, number: kept.number)
      guard event.isLast else {
        if kept.waiting.count < 16 * countMax {
          kept.waiting[modification.id] = told
        } else {
          kept.untoldCount += 1
        }
        return
      }
      kept.waiting[modification.id] = nil
      if isFault {
        kept.failed.append(told, countMax)
      } else {
        kept.finished.append(told, countMax)
      }
    }
  }

  /// Keeps what the list worked on, if it is a fault or about other writers.
  public func receive(_ event: PipelineEvent) {
    guard let json = event.json else { return }
    kept.withLock { $0.events.append(json, countMax) }
  }

  /// Keeps what went wrong on the way to a subscriber.
  public func receive(_ event: DeliveryEvent, of subscriber: SubscriberID) {
    var json: JSONObject = ["subscriber": JSONValue(subscriber.rawValue)]
    switch event {
    case .fellBehind(let source, let target):
      json["event"] = "fellBehind"
      json["from"] = JSONValue(source)
      json["to"] = JSONValue(target)
    case .readFailed(let error):
      json["event"] = "readFailed"
      json["error"] = .string(error.message.shortened(byteCountMax: 1_000))
    case .subscribed, .delivered, .unsubscribed: return
    }
    kept.withLock { $0.events.append(json, countMax) }
  }

  /// Counts what was missed.
  public func receive(missedEventCount: Int) {
    kept.withLock { $0.missedCount += missedEventCount }
  }

  /// What is kept: the newest first, except for what waits.
  var json: JSONObject {
    let kept = kept.withLock { $0 }
    func newest(_ modifications: [Modification]) -> JSONValue {
      .array(modifications.reversed().map { .object($0.json) })
    }
    let waiting = kept.waiting.values.sorted { $0.number < $1.number }
    return [
      "waiting": .array(waiting.prefix(countMax).map { .object($0.json) }),
      "waitingCount": JSONValue(waiting.count + kept.untoldCount),
      "failed": newest(kept.failed), "finished": newest(kept.finished),
      "events": .array(kept.events.reversed().map(JSONValue.object)),
      "missedEvents": JSONValue(kept.missedCount),
    ]
  }
}

extension Array {
  /// Appends an element; if there are too many then, the oldest ones go.
  fileprivate mutating func append(_ element: Element, _ countMax: Int) {
    append(element)
    // Not one at a time, because each removal moves all that follow.
    if count >= 2 * countMax { removeFirst(count - countMax) }
  }
}

extension ObservedModification {
  fileprivate var json: JSONObject {
    var json = JSONObject(present: [
      "id": JSONValue(id.rawValue), "kind": .string(kind.rawValue),
      "synchronous": isSynchronous ? true : nil, "qos": .string("\(qos)"),
      "origin": annotation.origin.map { .string($0.shortened(byteCountMax: 80)) },
      "group": annotation.group.map { .string($0.shortened(byteCountMax: 80)) },
      "undo": annotation.undo.json(byteCountMax: 80),
      "tree": tree.map { .string("\($0)") },
    ])
    if !scopes.isEmpty {
      json["scopes"] = .array(
        scopes.prefix(8).map { .string("\($0)".shortened(byteCountMax: 400)) })
    }
    return json
  }
}

extension PipelineEvent {
  /// The event if a person who looks for a fault wants to see it.
  fileprivate var json: JSONObject? {
    switch self {
    case .took, .generationBegan, .generationEnded, .committed, .published: nil
    case .commitFailed(let error, _): fault("commitFailed", error)
    case .followFailed(let error): fault("followFailed", error)
    case .leftBehind(let error): fault("leftBehind", error)
    case .compactionFailed(let error): fault("compactionFailed", error)
    case .rebased(let conflict, let keptCount, let conflictCount):
      [
        "event": "rebased", "from": JSONValue(conflict.base), "to": JSONValue(conflict.current),
        "kept": JSONValue(keptCount), "conflicts": JSONValue(conflictCount),
      ]
    case .followed(let source, let target):
      ["event": "followed", "from": JSONValue(source), "to": JSONValue(target)]
    case .suspended(let suspension):
      [
        "event": "suspended", "revision": JSONValue(suspension.revision),
        "error": .string("\(suspension.cause)".shortened(byteCountMax: 1_000)),
      ]
    case .resumed(let suspension):
      ["event": "resumed", "revision": JSONValue(suspension.revision)]
    }
  }

  private func fault(_ name: String, _ error: any Error) -> JSONObject {
    let message = (error as? StorageError)?.message ?? "\(error)"
    return ["event": .string(name), "error": .string(message.shortened(byteCountMax: 1_000))]
  }
}

extension Duration {
  fileprivate var inMilliseconds: Double {
    let microseconds =
      Double(components.seconds) * 1e6 + Double(components.attoseconds / 1_000_000_000_000)
    return microseconds / 1_000
  }
}
