import RosterPages
import RosterCore
import RosterEngine
import RosterJSON
import RosterMounting
import RosterTerminal

/// Searching and going.
extension ViewSession {
  func ask(_ question: Question, _ label: String, _ text: String = "") {
    self.question = question
    search.origin = ViewSearch.Origin(
      focused: focusedItem, first: shown?.presenter.visibleItems.first,
      offset: shown?.presenter.offset ?? 0)
    screen.openPrompt(label, text: text)
  }

  func answer(_ text: String) throws {
    defer { question = nil }
    switch question {
    case .text:
      if text.isEmpty { return endSearch() }
      // The text of the last search was left as it is, and goes on.
      if search.origin?.hasTyped != true { return seek(.forward) }
      if search.isMissing { sayMissing() }
    case .place:
      if let revision = Self.revision(written: text) { return try travel(to: revision) }
      guard let item = try item(written: text) else {
        message = "there is no item \(text)"
        return
      }
      try go(to: item)
    case nil: break
    }
  }

  func cancelQuestion() throws {
    defer { question = nil }
    guard question == .text, search.origin?.hasTyped == true else { return }
    endSearch()
    try returnToOrigin()
  }

  // MARK: Searching

  /// Searches what is typed, from where the user was.
  func searchTyped(_ text: String) throws {
    search.cancel()
    search.origin?.hasTyped = true
    search.query = ListSearch(text)
    screen.highlightedText = search.query?.text
    if search.query == nil { return try returnToOrigin() }
    seek(.forward, isTyped: true)
  }

  func endSearch() {
    search.cancel()
    search.query = nil
    screen.highlightedText = nil
  }

  private func returnToOrigin() throws {
    guard let origin = search.origin, let shown else { return }
    try shown.presenter.scroll(to: origin.offset)
    screen.host.focus(origin.focused.flatMap { shown.presenter.view(of: .item($0)) })
  }

  private func sayMissing() {
    message = search.query.map { "\($0.text.inQuotes) is not found" }
  }

  /// Searches on in the background, so that keys are heard meanwhile.
  func seek(_ direction: ListSearch.Direction, isTyped: Bool = false) {
    guard let query = search.query else { return }
    search.task?.cancel()
    search.outcome = .searching(0)
    let snapshot = snapshot
    // What the user types is also found where the user is, and the next match is not.
    let item = isTyped ? search.origin?.focused ?? search.origin?.first : focusedItem
    let isIncluded = isTyped || item == nil
    let start = item ?? shown?.presenter.visibleItems.first
    search.task = Task { [weak self] in
      do {
        let path = try Self.start(direction, from: start, isIncluded: isIncluded, in: snapshot)
        let found = try await query.next(in: snapshot, from: path, direction) { share in
          self?.searched(share)
        }
        guard let self else { return }
        try Task.checkCancellation()
        guard let found, let item = try snapshot.state.itemID(at: found) else {
          search.outcome = .missing
          recount(unlessOf: snapshot)
          if question == nil { sayMissing() } else if isTyped { try returnToOrigin() }
          return redraw()
        }
        try go(to: item)
        redraw()
        try await count(query, of: item, in: snapshot)
      } catch {
        self?.take(error)
      }
    }
  }

  /// Counts the matches anew: others have changed the list. A long list would be read again and again.
  func recount() {
    guard let query = search.query, !search.isSearching else { return }
    let snapshot = snapshot
    search.task?.cancel()
    guard snapshot.itemCount <= Self.recountedCountMax else {
      search.outcome = .unknown
      return
    }
    let item = focusedItem
    search.task = Task { [weak self] in
      do {
        try await self?.count(query, of: item, in: snapshot)
      } catch {
        self?.take(error)
      }
    }
  }

  private static let recountedCountMax = 20_000

  /// Counts the matches anew if the list that is shown has changed since the matches of a snapshot were looked for.
  private func recount(unlessOf searched: Snapshot) {
    if searched.revision != snapshot.revision { recount() }
  }

  private func count(_ query: ListSearch, of item: ItemID?, in snapshot: Snapshot) async throws {
    let matches = try await query.count(in: snapshot, reading: { $0 }, of: item) { share in
      searched(share)
    }
    try Task.checkCancellation()
    search.outcome = matches.count == 0 ? .missing : .found(matches)
    recount(unlessOf: snapshot)
    redraw()
  }

  private func searched(_ share: Double) {
    // What was cancelled may say so once more. What comes at once need not be announced.
    guard !Task.isCancelled, share < 1 else { return }
    search.outcome = .searching(share)
    redraw()
  }

  private func take(_ error: any Error) {
    if error is CancellationError { return }
    search.outcome = .unknown
    message = "\(error)"
    redraw()
  }

  /// The item next to which a search begins, which is looked at last: the one that is given, or the one on its other
  /// side so that this one is found too.
  private static func start(
    _ direction: ListSearch.Direction, from item: ItemID?, isIncluded: Bool, in snapshot: Snapshot
  ) throws -> ItemPath? {
    guard let item, let path = try snapshot.state.path(of: item) else { return nil }
    guard isIncluded, let offset = snapshot.state.offset(of: path) else { return path }
    let other = direction == .forward ? offset - 1 : offset + 1
    return (0..<snapshot.itemCount).contains(other) ? snapshot.state.path(atOffset: other) : nil
  }

  // MARK: Going

  /// Goes to the next match, or to the next row with a sign while nothing is searched.
  func goOn(_ direction: ListSearch.Direction) throws {
    if search.query == nil { try goToChange(direction) } else { seek(direction) }
  }

  /// Goes to the next row that the revision that is shown has changed, or that others have changed at present. Behind
  /// the last one comes the first.
  private func goToChange(_ direction: ListSearch.Direction) throws {
    let isPast = shown?.pastRevision != nil
    let state = snapshot.state
    let offsets = try (isPast ? pastMarks : marks).offsets(in: state)
    guard let first = offsets.first, let last = offsets.last else {
      message =
        isPast
        ? "no row here has a sign; / searches"
        : "no row has a sign, and nothing is searched; / begins"
      return
    }
    let focused = try focusedItem.flatMap { try state.path(of: $0) }
      .flatMap { state.offset(of: $0) }
    let target =
      switch direction {
      case .forward: offsets.first { $0 > focused ?? -1 } ?? first
      case .backward: offsets.last { $0 < focused ?? .max } ?? last
      }
    guard let path = state.path(atOffset: target), let item = try state.itemID(at: path) else {
      return
    }
    try go(to: item)
    let number = (offsets.firstIndex(of: target) ?? 0) + 1
    message = "\(number) of \(offsets.count.counting("row")) with a sign"
  }

  /// The item that a person names: by its number, counted from 1, or by its section and its place in it, as `roster show`
  /// and the inspector write them.
  private func item(written text: String) throws -> ItemID? {
    let state = snapshot.state
    var path = state.path(written: text)
    if path == nil, let number = Int(text), number > 0 { path = state.path(atOffset: number - 1) }
    return try path.flatMap { try state.itemID(at: $0) }
  }

  /// The revision that a person names: `@3`.
  private static func revision(written text: String) -> Revision? {
    text.first == "@" ? Int(text.dropFirst()).flatMap { $0 < 0 ? nil : $0 } : nil
  }

  private func go(to item: ItemID) throws {
    guard let shown else { return }
    try shown.presenter.scroll(to: .item(item), alignment: .center)
    screen.host.focus(shown.presenter.view(of: .item(item)))
  }

  /// Goes to the first item of the next section, or of this one or the one before it.
  func goToSection(_ direction: ListSearch.Direction) throws {
    let state = snapshot.state
    guard let shown, let item = currentItem, let path = try state.path(of: item) else { return }
    let hasItems = { (section: Int) in state.itemCount(inSection: section) > 0 }
    let target: Int? =
      switch direction {
      case .forward: (path.section + 1..<state.sectionCount).first(where: hasItems)
      case .backward:
        path.item > 0 ? path.section : (0..<path.section).last(where: hasItems)
      }
    guard let target, let first = try state.itemID(at: ItemPath(section: target, item: 0)) else {
      message = direction == .forward ? "this is the last section" : "this is the first section"
      return
    }
    try shown.presenter.scroll(to: .item(first), alignment: .start)
    screen.host.focus(shown.presenter.view(of: .item(first)))
  }
}
