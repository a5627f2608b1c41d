internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterJSON

/// The answer to a question of a page.
enum PageAnswer {
  /// The share of the list that was searched.
  case progress(Double)
  /// The next match; `nil` if there is none.
  case found(TreeID?)
  case counted(MatchCount)
  /// A row that was asked for; `nil` if it does not exist.
  case sought(TreeID?)
  case model(JSONValue)
  /// Copied text, which goes on.
  case part(String)
  /// Copied text, or the end of it, and of how many rows all of it is.
  case text(String, rowCount: Int)
  case done
  /// What an undo or redo has done.
  case stepped(StepSummary)
  /// What an undo or redo would do, and whether only what this page, or an unnamed maker, has done would be taken back.
  case foreseen(ForeseenStep, isOwn: Bool)
  case refused(String)

  /// Whether no other answer follows.
  var isLast: Bool {
    switch self {
    case .progress, .part: false
    default: true
    }
  }

  /// Returns the answer as a message.
  ///
  /// - Parameter place: Returns where a row is.
  func bytes(id: Int, place: (TreeID) -> (slot: Int, item: Int)?) -> [UInt8] {
    var members: JSONObject = ["id": .number(Double(id))]
    switch self {
    case .progress(let share): members["searching"] = .number((share * 100).rounded() / 100)
    case .found(let row):
      members["found"] =
        row.flatMap { row in
          place(row).map {
            [
              "key": .string(row.key), "slot": .number(Double($0.slot)),
              "item": .number(Double($0.item)),
            ]
          }
        } ?? .null
    case .counted(let matches):
      var counted: JSONObject = ["count": .number(Double(matches.count))]
      counted["ordinal"] = matches.ordinal.map { .number(Double($0)) }
      members["counted"] = .object(counted)
    case .sought(let row):
      members["sought"] =
        row.flatMap { row in
          place(row).map { ["key": .string(row.key), "slot": .number(Double($0.slot))] }
        } ?? .null
    case .model(let model): members["model"] = model
    case .part(let text): members["part"] = .string(text)
    case .text(let text, let rowCount):
      members["text"] = .string(text)
      members["rows"] = .number(Double(rowCount))
    case .done: members["done"] = true
    case .stepped(let summary):
      members["done"] = true
      members["summary"] = .string(summary.description)
    case .foreseen(let step, let isOwn):
      members["foreseen"] = .string(step.description)
      members["own"] = .bool(isOwn)
      let revisions = step.revisions.prefix(PageLimits.steppedRevisionCountMax)
      members["revisions"] = .array(revisions.map { .number(Double($0)) })
    case .refused(let message):
      members["refused"] = .string(message.shortened(byteCountMax: 1_000))
    }
    return JSONValue.object(members).bytes
  }
}

/// What a page takes back when its reader undoes or redoes.
struct PageSteps: Sendable {
  /// Returns what the next step would take back; `nil` if there is nothing.
  let foresee: @Sendable (HistoryDirection) throws -> ForeseenStep?
  /// As ``FeedSource/step(_:takingBack:)``.
  let step: @Sendable (HistoryDirection, _ foreseen: [Revision]?) async throws -> StepSummary

  /// Takes back what was done in the list that the page shows.
  init(of source: any FeedSource) {
    foresee = { try source.foresee($0) }
    step = { try await source.step($0, takingBack: $1) }
  }

  /// Takes back what was done in a list.
  init<Model, SectionModel, Output>(in list: ListDataSource<Model, SectionModel, Output>) {
    foresee = { try ForeseenStep($0, of: list) }
    step = { try await list.step(fromPage: $0, takingBack: $1) }
  }
}

/// Answers the questions of a page that take time.
struct PageAnswerer: Sendable {
  let source: any FeedSource
  /// The list as it is now.
  let state: @Sendable () -> ListState
  let allowsEdits: Bool
  let steps: PageSteps

  func answer(to question: PageQuestion) async -> PageAnswer {
    do {
      switch question {
      case .model(let row): return try model(of: row)
      case .step(let direction, let revisions):
        if let refusal = refusal(to: "\(direction)") { return refusal }
        return try await step(direction, takingBack: revisions)
      case .foresee(let direction):
        if let refusal = refusal(to: "\(direction)") { return refusal }
        guard let step = try steps.foresee(direction) else {
          return .refused("there is nothing to \(direction)")
        }
        return .foreseen(step, isOwn: step.origins.isSubset(of: [pageOrigin]))
      case .event(let event):
        if let refusal = refusal(to: "change it") { return refusal }
        switch try await source.perform(event) {
        case .performed: return .done
        case .missing: return .refused("the row has no such view with this event any more")
        case .otherView:
          return .refused("the row has changed meanwhile, so nothing was done; look at it again")
        }
      // These are answered elsewhere.
      case .find, .count, .seek, .copy: return .refused("this question cannot be answered")
      }
    } catch {
      return .refused("\(error)")
    }
  }

  /// Takes back what the page names, or whatever is next if it names nothing.
  private func step(
    _ direction: HistoryDirection, takingBack revisions: [Revision]?
  ) async throws -> PageAnswer {
    guard let revisions else {
      return .stepped(try await steps.step(direction, nil))
    }
    let changed = PageAnswer.refused(
      "the list has changed meanwhile, so nothing was done; \(direction) again to see what it takes back"
    )
    var foreseen = revisions
    // Of more revisions, the page was told of the first ones only.
    if revisions.count == PageLimits.steppedRevisionCountMax {
      foreseen = try steps.foresee(direction)?.revisions ?? []
      guard foreseen.starts(with: revisions) else { return changed }
    }
    do {
      // Others may commit before its turn comes.
      return .stepped(try await steps.step(direction, foreseen))
    } catch DataSourceError.notCurrent {
      return changed
    }
  }

  /// Returns why nothing is changed: pages may only read, or the reader would not see it; `nil` if it may be.
  private func refusal(to change: String) -> PageAnswer? {
    guard allowsEdits else { return .refused("this page may only read the list") }
    guard let revision = source.shownRevision?.revision else { return nil }
    return .refused("revision \(revision) stays as it was; go back to the present to \(change)")
  }

  private func model(of row: TreeID) throws -> PageAnswer {
    guard let model = try source.model(of: row) else {
      return .refused("this row does not exist any more, or has no model to be shown")
    }
    guard !model.isLonger(than: PageLimits.answerByteCountMax) else {
      return .refused("the model is larger than \(PageLimits.answerByteCountMax) bytes")
    }
    return .model(model)
  }

  // MARK: Searching

  func answer(
    to search: SessionContents.Search, progress: @escaping @Sendable (PageAnswer) -> Void
  ) async -> PageAnswer {
    guard source.canSearch else { return .refused("this list cannot be searched") }
    let told = ToldShare(itemCount: state().itemCount)
    let tell = { @Sendable (share: Double) in
      if told.isWorthTelling(share) { progress(.progress(share)) }
    }
    do {
      switch search.goal {
      case .next(let start, let direction):
        let item = try item(before: start, direction)
        let found = try await source.find(search.search, from: item, direction, progress: tell)
        return .found(found.map(TreeID.item))
      case .count(let row):
        return .counted(
          try await source.count(search.search, of: row?.item, progress: tell))
      }
    } catch is CancellationError {
      return .refused("the search was cancelled")
    } catch {
      return .refused("\(error)")
    }
  }

  /// Returns the item next to which a search from a row begins: of a header or footer the one on the other
  /// side.
  private func item(
    before start: TreeID?, _ direction: ListSearch.Direction
  ) throws(StorageError) -> ItemID? {
    guard let start else { return nil }
    if let item = start.item { return item }
    let state = state()
    guard let slot = try RowSlots(state).slot(of: start) else { return nil }
    let offset = state.itemCount(beforeSlot: slot)
    let path = state.path(atOffset: direction == .forward ? offset - 1 : offset)
    return try path.flatMap { path throws(StorageError) in try state.itemID(at: path) }
  }
}

/// How far a search was when the page was last told.
private final class ToldShare: Sendable {
  private let share = Guarded(0.0)
  private let itemCount: Int

  init(itemCount: Int) { self.itemCount = itemCount }

  /// Whether a page is to be told about a share. A short search has no progress.
  func isWorthTelling(_ share: Double) -> Bool {
    self.share.withLock { told in
      guard share - told >= 0.02, share * Double(itemCount) >= 5_000 else { return false }
      told = share
      return true
    }
  }
}
