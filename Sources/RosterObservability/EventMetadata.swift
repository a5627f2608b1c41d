internal import Logging
internal import RosterCore
internal import RosterEngine

extension ObservedModification {
  /// The metadata that identifies the modification.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [
      "modification": "\(id.rawValue)", "kind": "\(kind.rawValue)",
      "origin": "\(annotation.origin ?? "-")",
    ]
    switch tree {
    case .item(let item): metadata["item"] = "\(item)"
    case .supplement(let supplement): metadata["supplement"] = "\(supplement)"
    case nil: break
    }
    if !scopes.isEmpty { metadata["scopes"] = .array(scopes.map { "\($0)" }) }
    return metadata
  }
}

extension [PublishedBatch] {
  /// The revision after the batches and what they contain; counts that are 0 are left out.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    if let revision = last?.targetRevision { metadata["revision"] = "\(revision)" }
    metadata.add(reduce(0) { $0 + $1.insertedItemCount }, as: "inserted")
    metadata.add(reduce(0) { $0 + $1.removedItemCount }, as: "removed")
    metadata.add(reduce(0) { $0 + $1.updatedItemCount }, as: "updated")
    metadata.add(reduce(0) { $0 + $1.movedItemCount }, as: "moved")
    metadata.add(reduce(0) { $0 + $1.changedSectionCount }, as: "sections")
    metadata.add(reduce(0) { $0 + $1.stateCount }, as: "states")
    metadata.add(reduce(0) { $0 + $1.outputCount }, as: "outputs")
    metadata.add(reduce(0) { $0 + $1.awaitedOutputCount }, as: "awaited")
    return metadata
  }
}

extension PipelineEvent {
  var message: Logger.Message {
    switch self {
    case .took: "taken"
    case .generationBegan: "generating"
    case .generationEnded: "generated"
    case .committed: "committed"
    case .commitFailed: "commit failed"
    case .rebased: "rebased"
    case .followed: "followed another writer"
    case .followFailed: "another writer cannot be followed"
    case .published: "published"
    case .suspended: "suspended"
    case .resumed: "resumed"
    case .leftBehind: "left behind its source"
    case .compactionFailed: "compaction failed"
    }
  }

  /// The metadata of the event, with the origin if it has one.
  var metadata: Logger.Metadata {
    switch self {
    case .took(let modifications, let pendingCount, let qos):
      [
        "modifications": "\(modifications.count)", "pending": "\(pendingCount)",
        "qos": "\(qos)",
      ]
    case .generationBegan: [:]
    case .generationEnded(_, let outputCount, let duration):
      ["outputs": "\(outputCount)", "duration": duration.metadata]
    case .committed(let revisions, let duration):
      [
        "revision": "\(revisions.upperBound)", "revisions": "\(revisions.count)",
        "duration": duration.metadata,
      ]
    case .commitFailed(let error, let duration):
      ["error": "\(error)", "duration": duration.metadata]
    case .rebased(let conflict, let keptCount, let conflictCount):
      [
        "from": "\(conflict.base)", "to": "\(conflict.current)",
        "kept": "\(keptCount)", "conflicts": "\(conflictCount)",
      ]
    case .followed(let source, let target):
      ["from": "\(source)", "to": "\(target)", "origin": "-"]
    case .followFailed(let error), .compactionFailed(let error): ["error": "\(error)"]
    case .leftBehind(let error): ["error": "\(error)"]
    case .suspended(let suspension):
      [
        "suspension": "\(suspension.number)", "revision": "\(suspension.revision)",
        "origin": "\(suspension.origin ?? "-")", "error": "\(suspension.cause)",
      ]
    case .resumed(let suspension):
      ["suspension": "\(suspension.number)", "origin": "-"]
    case .published(let batch):
      [
        "revision": "\(batch.targetRevision)", "outputs": "\(batch.outputCount)",
        "origin": "\(batch.annotation.origin ?? "-")",
      ]
    }
  }
}

extension DeliveryEvent {
  var message: Logger.Message {
    switch self {
    case .subscribed: "subscribed"
    case .delivered: "delivered"
    case .fellBehind: "a subscriber reads on from the journal"
    case .readFailed: "a subscriber's batches cannot be read"
    case .unsubscribed: "unsubscribed"
    }
  }

  /// The metadata of the event, with the origin if it has one.
  var metadata: Logger.Metadata {
    switch self {
    case .subscribed(let revision): ["revision": "\(revision)"]
    case .delivered(let batch): batch.metadata
    case .fellBehind(let source, let target): ["from": "\(source)", "to": "\(target)"]
    case .readFailed(let error): ["error": "\(error)"]
    case .unsubscribed: [:]
    }
  }
}

extension DeliveryEvent.Delivery {
  fileprivate var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [
      "revision": "\(targetRevision)", "merged": "\(mergedCount)", "lag": "\(lag)",
      "origin": "\(annotation.origin ?? "-")",
    ]
    if let duration { metadata["duration"] = duration.metadata }
    return metadata
  }
}

extension Duration {
  /// The duration in milliseconds, to the microsecond.
  var metadata: Logger.MetadataValue {
    let microseconds =
      components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    let fraction = String(1_000 + microseconds % 1_000).dropFirst()
    return "\(microseconds / 1_000).\(fraction) ms"
  }
}

extension Logger.Metadata {
  fileprivate mutating func add(_ count: Int, as key: String) {
    if count > 0 { self[key] = "\(count)" }
  }
}
