internal import Dispatch
package import RosterPages
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON
package import RosterRows

/// Says what a list in a file or on a server went through, and how it is: for a page, and for those who
/// look for a fault. It only reads, but for what `restore` does where editing is allowed; other processes may
/// write the list meanwhile.
///
/// | question | answer |
/// |---|---|
/// | `revisions?before=R&limit=n` | revisions in numbers, the oldest first |
/// | `revisions?from=A&to=B&buckets=k` | the same for many revisions at a time |
/// | `revision/R` | one batch in detail |
/// | `list?at=R&first=slot&count=n` | rows at a revision, with what it changed; `key=i12` or `touched=1` for those around a row |
/// | `row?key=i12&at=R` | a row and its states |
/// | `history?key=i12&before=R&limit=n` | the revisions that touched a row, who made them, and which fields they changed |
/// | `find?text=T&at=R&first=slot` | rows at a revision by their key, their path, or what their models contain |
/// | `search?origin=T&group=T&key=i12&text=T&since=ms&until=ms&kinds=K&changes=n&bytes=n&before=R&limit=n` | revisions by who made them, the group they belong to, the row they touched, what they wrote, when, what they did, and how large they are; the newest first |
/// | `largest?of=rows&first=n` | the items with the largest models |
/// | `largest?of=revisions&before=R` | the revisions that wrote most, and those that changed most |
/// | `subscribers` | who lags behind, and what the journal keeps for them |
/// | `compare?from=A&to=B&first=n&limit=m` | what differs between two revisions, row by row |
/// | `restore?to=R&key=i12` | what a restoration of a row, or of the list, would change, `summary` in words; `POST` with `base=B` restores it |
/// | `restore?to=R&key=h3&items=1` | the same of a section with its items |
/// | `pending` | what waits and what failed in the list that this process has open |
/// | `tables?bytes=1` | sizes of the file and its tables, or of the tables of the server |
/// | `check` | the check of the file or server; `POST` begins one |
///
/// Each answer is bounded: lists have limits, and values are shortened. `titles` beside the revisions are the
/// members by which a page calls its rows.
package final class ListInspector: Sendable {
  private let list: any InspectableStorage
  private let live: LiveList?
  private let past: PastLists
  /// What the members of the models are.
  private let known = Guarded(SampledFields())
  let check: StoreCheck
  let queue = DispatchQueue(label: "roster.inspector", qos: .utility)
  private let waitingCount = Guarded(0)

  static let waitingCountMax = 32
  /// What does something if it is asked with POST.
  private static let postedNames: Set<String> = ["check", "restore"]
  private static let rowCountMax = 100_000
  /// The number of pages of a file whose tables are measured without being asked: it reads them all.
  private static let measuredPageCount = 16_384
  private static let measuredPageCountMax = 1 << 20

  /// Makes the inspector of a list.
  ///
  /// - Parameters:
  ///   - list: The list, in a store that is best opened for reading only.
  ///   - live: The same list, if this process has it open.
  package convenience init(_ list: any InspectableStorage, live: LiveList? = nil) {
    self.init(list, live: live, past: PastLists(list))
  }

  init(_ list: any InspectableStorage, live: LiveList? = nil, past: PastLists) {
    self.list = list
    self.live = live
    self.past = past
    check = StoreCheck(list.inspectableStore)
  }

  // MARK: Answering

  /// Answers a question, given as a request whose path ends with it: `…/api/revision/7`.
  ///
  /// Questions are answered one after the other, because each may keep a disk busy.
  package func respond(to request: SiteRequest) async -> SiteResponse {
    let isBusy = waitingCount.withLock { count in
      if count >= Self.waitingCountMax { return true }
      count += 1
      return false
    }
    if isBusy {
      return response(InspectorError(503, "too many questions wait; ask again in a moment"))
    }
    return await withCheckedContinuation { continuation in
      queue.async {
        let response = self.response(to: request)
        self.waitingCount.withLock { $0 -= 1 }
        continuation.resume(returning: response)
      }
    }
  }

  private func response(to request: SiteRequest) -> SiteResponse {
    do {
      let json = try answer(
        request.path.question, request.query, isPost: request.method == .post)
      return response(200, .object(json))
    } catch let error as InspectorError {
      return response(error)
    } catch let error as StorageError {
      return response(InspectorError(error, place: list.inspectableStore.place))
    } catch {
      return response(InspectorError(500, "\(error)"))
    }
  }

  private func response(_ error: InspectorError) -> SiteResponse {
    response(error.status, error.json)
  }

  private func response(_ status: Int, _ json: JSONValue) -> SiteResponse {
    var bytes: [UInt8] = []
    json.appendCanonical(to: &bytes)
    return SiteResponse(
      status: status, contentType: "application/json; charset=utf-8", body: bytes)
  }

  /// Answers a question.
  ///
  /// - Parameter question: The components of its path, as in `["revision", "7"]`.
  /// - Throws: `InspectorError` or `StorageError`.
  func answer(
    _ question: some Collection<String>, _ query: [String: String], isPost: Bool = false
  ) throws -> JSONObject {
    let parts = Array(question)
    let name = parts.first ?? ""
    guard parts.count == (name == "revision" ? 2 : 1) else { throw notFound(parts) }
    guard !isPost || Self.postedNames.contains(name) else {
      throw InspectorError(405, "only check and restore are asked with POST")
    }
    switch name {
    case "revisions":
      let head = try list.head()
      var answer = try Timeline(list, head).answer(query)
      // What cannot be read does not hide the revisions.
      let titles = (try? titleNames(head)) ?? []
      if !titles.isEmpty { answer["titles"] = .array(titles.map { .string($0) }) }
      if live?.restore != nil { answer["edits"] = true }
      return answer
    case "revision": return try revision(parts[1], query)
    case "list": return try ListPart(list, list.head(), past).answer(query)
    case "row": return try RowDetail(list, list.head(), past, live).answer(query)
    case "history": return try RowHistory(list, list.head()).answer(query)
    case "find": return try RowSearch(list, list.head(), past).answer(query)
    case "search": return try RevisionSearch(list, list.head()).answer(query)
    case "largest": return try largest(query)
    case "subscribers": return try LaggingSubscribers(list, list.head()).answer(query)
    case "compare": return try compare(query)
    case "restore":
      let preview = try RestorationPreview(list, list.head(), past, live, query)
      return try isPost ? preview.carryOut() : preview.answer()
    case "pending":
      _ = try InspectorQuery(query, allowing: [])
      return live?.json ?? ["live": false]
    case "tables": return try tables(query)
    case "check": return try check(query, isPost: isPost)
    default: throw notFound(parts)
    }
  }

  /// Returns the members of which one says which row a model is, the best first, as a page calls its rows.
  private func titleNames(_ head: JournalHead) throws(StorageError) -> ArraySlice<String> {
    let fields = known.withLock { $0 }
    guard !fields.isSettled(ofItems: .max) else { return Self.titleNames(fields) }
    let state = try past.state(at: head.present, head)
    guard !fields.isSettled(ofItems: state.itemCount) else { return Self.titleNames(fields) }
    let samples = try list.models(of: state.sampledItems(), at: state.revision)
      .compactMap { $0?.readable }
    return known.withLock { known in
      known.take(samples, ofItems: state.itemCount)
      return Self.titleNames(known)
    }
  }

  private static func titleNames(_ fields: SampledFields) -> ArraySlice<String> {
    fields.fields?.titleNames.prefix(titleCountMax) ?? []
  }

  /// They come with every answer that says where the list is.
  private static let titleCountMax = 6

  private func notFound(_ parts: [String]) -> InspectorError {
    InspectorError(
      404,
      "there is no \(parts.joined(separator: "/").shortened(byteCountMax: 80).inQuotes) here, only revisions, revision/R, "
        + "list, row, history, find, search, largest, subscribers, compare, restore, pending, tables and check"
    )
  }

  private func revision(_ text: String, _ query: [String: String]) throws -> JSONObject {
    _ = try InspectorQuery(query, allowing: [])
    let named = try InspectorQuery(["revision": text], allowing: ["revision"])
    guard let revision = try named.revision("revision") else { throw notFound([text]) }
    return try RevisionDetail(list, list.head(), past, revision).answer()
  }

  private func compare(_ query: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(query, allowing: ["from", "to", "first", "limit"])
    guard let from = try query.revision("from"), let to = try query.revision("to") else {
      throw InspectorError(400, "from and to are revisions, and one of them is missing")
    }
    let first = try query.number("first", in: 0...revisionMax) ?? 0
    let limit = try query.number("limit", in: 0...ListComparison.rowCountMax) ?? 100
    return try ListComparison(list, list.head(), past, from: from, to: to)
      .json(first: first, limit: limit)
  }

  private func largest(_ query: [String: String]) throws -> JSONObject {
    switch query["of"] {
    case "rows":
      return try LargestRows(list, list.head(), past).answer(
        InspectorQuery(query, allowing: ["of", "first"]))
    case "revisions":
      return try LargestRevisions(list, list.head()).answer(
        InspectorQuery(query, allowing: ["of", "before"]))
    default: throw InspectorError(400, "of is rows or revisions")
    }
  }

  private func tables(_ query: [String: String]) throws -> JSONObject {
    let query = try InspectorQuery(query, allowing: ["bytes"])
    let isAsked = try query.number("bytes", in: 0...1) == 1
    let report = try list.inspectableStore.sizeReport(
      rowCountMax: Self.rowCountMax,
      pageCountMax: isAsked ? Self.measuredPageCountMax : Self.measuredPageCount)
    var json = report.json
    json["rowsMax"] = JSONValue(Self.rowCountMax)
    json["check"] = .object(check.json)
    return json
  }

  private func check(_ query: [String: String], isPost: Bool) throws -> JSONObject {
    let query = try InspectorQuery(query, allowing: ["tail"])
    let tail = try query.number("tail", in: 0...100_000) ?? 1_000
    if isPost { try check.begin(journalTail: tail) }
    return check.json
  }
}

extension [String] {
  /// What follows `api`: `["inspect", "main", "api", "revision", "7"]` asks for `revision/7`.
  fileprivate var question: ArraySlice<String> {
    // A list may be called "api", so the place counts.
    count > 2 && self[0] == "inspect" && self[2] == "api" ? self[3...] : self[...]
  }
}
