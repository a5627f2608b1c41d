import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// What happened to a list, revision by revision, or many revisions at a time.
struct Timeline {
  /// The maximum number of revisions and of buckets in one answer.
  static let revisionCountMax = 500
  static let bucketCountMax = 1_000
  /// The number of revisions that are read for all buckets of an answer.
  private static let sampledCountMax = 32_768
  /// The number of later revisions in which those are looked for that take something back.
  private static let laterCountMax = 16_384

  private let list: any InspectableStorage
  private let head: JournalHead

  init(_ list: any InspectableStorage, _ head: JournalHead) {
    self.list = list
    self.head = head
  }

  /// Answers `revisions?before=R&limit=n` and `revisions?from=A&to=B&buckets=k`.
  func answer(_ parameters: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(
      parameters, allowing: ["before", "limit", "from", "to", "buckets"])
    var answer = headJSON
    if query.has("from") || query.has("to") || query.has("buckets") {
      if let other = ["before", "limit"].first(where: query.has) {
        throw InspectorError(400, "\(other) does not go together with from, to and buckets")
      }
      let first = max(try query.revision("from") ?? 0, head.oldest + 1)
      let last = min(try query.revision("to") ?? head.present, head.present)
      let count = try query.number("buckets", in: 1...Self.bucketCountMax) ?? 200
      answer["buckets"] = try .array(first <= last ? buckets(first...last, count) : [])
    } else {
      let before = try query.revision("before") ?? revisionMax
      let limit = try query.number("limit", in: 0...Self.revisionCountMax) ?? 200
      let last = min(before - 1, head.present)
      let first = max(head.oldest + 1, last - limit + 1)
      answer["revisions"] = try .array(first <= last && limit > 0 ? revisions(first...last) : [])
    }
    return answer
  }

  /// Where the list is, and who lags.
  var headJSON: JSONObject {
    JSONObject(present: [
      "list": .string(list.name), "present": JSONValue(head.present),
      "oldest": JSONValue(head.oldest),
      "subscribers": .array(
        head.subscribers.prefix(100).map { .object($0.json(present: head.present)) }),
      "subscriberCount": JSONValue(head.subscribers.count),
    ])
  }

  // MARK: Revisions

  private func revisions(_ range: ClosedRange<Revision>) throws -> [JSONValue] {
    let takenBack = try list.takenBack(
      range, upTo: min(head.present, range.upperBound + Self.laterCountMax))
    var missing = range.lowerBound
    var revisions: [JSONValue] = []
    func fill(upTo revision: Revision) {
      while missing < revision, revisions.count < Self.revisionCountMax {
        revisions.append(["revision": JSONValue(missing), "kind": "unreadable", "gone": true])
        missing += 1
      }
    }
    for row in try list.journalRows(range, limit: range.count) {
      fill(upTo: row.revision)
      revisions.append(.object(row.summary(takenBackBy: takenBack[row.revision])))
      missing = row.revision + 1
    }
    fill(upTo: range.upperBound + 1)
    return revisions
  }

  // MARK: Buckets

  private func buckets(_ range: ClosedRange<Revision>, _ count: Int) throws -> [JSONValue] {
    let count = min(count, range.count)
    let readMax = max(4, Self.sampledCountMax / count)
    return try (0..<count).map { index in
      let first = range.lowerBound + range.count * index / count
      let last = range.lowerBound + range.count * (index + 1) / count - 1
      var bucket = Bucket(first, last)
      for row in try list.journalRows(first...last, limit: readMax) { bucket.add(row) }
      return bucket.json
    }
  }
}

/// Neighbouring revisions in numbers.
private struct Bucket {
  private let first: Revision
  private let last: Revision
  private var readCount = 0
  private var counts = ChangeCounts()
  private var kinds: [RevisionKind: Int] = [:]
  private var origins: [String: Int] = [:]
  private var groups: Set<String> = []
  private var byteCount = 0
  private var largest: (revision: Revision, size: Int)?
  private var committed: (first: Int, last: Int)?
  /// When the changes were made, as those who made them say; and whether all of them say it.
  private var made: (first: String, last: String)?
  private var areAllMade = true

  private static let originCountMax = 4

  init(_ first: Revision, _ last: Revision) {
    self.first = first
    self.last = last
  }

  mutating func add(_ row: JournalRow) {
    readCount += 1
    if let counts = row.counts { self.counts.add(counts) }
    kinds[RevisionKind(row), default: 0] += 1
    origins[row.origin ?? "", default: 0] += 1
    if let group = row.group { groups.insert(group) }
    byteCount += row.byteCount
    let size = row.counts?.total ?? 0
    if size >= largest?.size ?? 0 { largest = (row.revision, size) }
    if let time = row.committed { committed = (committed?.first ?? time, time) }
    if let at = row.at?.shortened(byteCountMax: 40) {
      made = (made?.first ?? at, at)
    } else {
      areAllMade = false
    }
  }

  var json: JSONValue {
    let origins = origins.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.originCountMax).map { origin, count in
        JSONValue.array([.string(origin.shortened(byteCountMax: 80)), JSONValue(count)])
      }
    let kinds = JSONObject(
      RevisionKind.allCases.compactMap { kind in
        self.kinds[kind].map { (key: kind.rawValue, value: JSONValue($0)) }
      })
    return .object(
      JSONObject(present: [
        "from": JSONValue(first), "to": JSONValue(last),
        // Fewer than there are: then the numbers are those of a sample.
        "read": JSONValue(readCount), "counts": counts.json, "kinds": .object(kinds),
        "origins": .array(Array(origins)), "originCount": JSONValue(self.origins.count),
        "groupCount": JSONValue(groups.count), "bytes": JSONValue(byteCount),
        "largest": largest.map {
          ["revision": JSONValue($0.revision), "size": JSONValue($0.size)]
        },
        "committed": committed.map { [JSONValue($0.first), JSONValue($0.last)] },
        "made": areAllMade ? made.map { [.string($0.first), .string($0.last)] } : nil,
      ]))
  }
}
