import Roster

// begin example
/// A letter, and how often it could not be delivered.
struct Letter: Codable, Equatable, Sendable {
  var id: String
  var text: String
  var failureCount = 0
}

/// Where letters lie: the sections of the list, in this order.
enum Tray: Int, Codable, CaseIterable, Sendable {
  case waiting, sent, refused
}

/// What letters are sent to. It may get one twice: the process may end before it has noted that a letter is sent.
protocol Recipient: Sendable {
  /// - Throws: `LetterRefused` if it will never take the letter; any other error if it may do so later.
  func take(_ letter: Letter) async throws
}

struct LetterRefused: Error {}

/// Letters that are sent in the order in which they were written, each until it is delivered, also by a later process.
struct Outbox: Sendable {
  let list: ListDataSource<Letter, Tray, Never>

  /// - Parameter isShared: Whether other processes write letters as well.
  init(_ location: ListLocation, isShared: Bool = false) throws {
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    list = try ListDataSource(location, key: \.id, configuration: configuration)
    guard list.snapshot.sectionCount == 0 else { return }
    try list.changeSynchronously { _, change in
      // Another process may have been first.
      guard change.state.sectionCount == 0 else { return }
      for tray in Tray.allCases { try change.insertSection(tray) }
    }
  }

  func letters(in tray: Tray) throws -> [Letter] {
    try list.snapshot.models(inSection: tray.rawValue)
  }
  // end example

  // begin example
  /// Puts a letter behind those that wait, and returns when no crash can lose it. One that is there already, in whatever
  /// tray, stays as it is.
  func write(_ letter: Letter) async throws {
    try await list.change { _, change in
      guard try change.item(key: letter.id) == nil else { return }
      let end = change.state.itemCount(inSection: Tray.waiting.rawValue)
      try change.insert(letter, at: ItemPath(section: Tray.waiting.rawValue, item: end))
    }
  }
  // end example

  // begin example
  /// Sends what waits, and what is written meanwhile, until the list is closed or the task is cancelled.
  func send(to recipient: some Recipient, clock: some Clock<Duration>) async throws {
    // From before the first look on, so that no letter is missed that is written during it.
    let batches = try list.batches()
    try await sendWaiting(to: recipient, clock: clock)
    for try await _ in batches { try await sendWaiting(to: recipient, clock: clock) }
  }

  /// Sends what waits, and returns when nothing does.
  func sendWaiting(to recipient: some Recipient, clock: some Clock<Duration>) async throws {
    let first = ItemPath(section: Tray.waiting.rawValue, item: 0)
    while let item = try list.snapshot.item(at: first) {
      switch await answer(of: recipient, to: item.model) {
      case .taken: try await move(item.id, to: .sent)
      case .refused: try await move(item.id, to: .refused)
      case .failed:
        try Task.checkCancellation()
        let failureCount = item.model.failureCount + 1
        try await list.change { _, change in
          guard change.isWaiting(item.id) else { return }
          try change.update(item.id) { $0.failureCount = failureCount }
        }
        // 1 s, 2 s, 4 s … 64 s.
        try await clock.sleep(for: .seconds(1 << min(failureCount - 1, 6)))
      }
    }
  }
  // end example

  private enum Answer { case taken, refused, failed }

  private func answer(of recipient: some Recipient, to letter: Letter) async -> Answer {
    do {
      try await recipient.take(letter)
      return .taken
    } catch {
      return error is LetterRefused ? .refused : .failed
    }
  }

  private func move(_ letter: ItemID, to tray: Tray) async throws {
    try await list.change { _, change in
      guard change.isWaiting(letter) else { return }
      let end = change.state.itemCount(inSection: tray.rawValue)
      try change.move(letter, to: ItemPath(section: tray.rawValue, item: end))
    }
  }
}

extension ListDraft<Letter, Tray> {
  /// Whether a letter still waits: another process may have sent it, and the user removed it.
  fileprivate func isWaiting(_ letter: ItemID) -> Bool {
    (try? path(of: letter))?.section == Tray.waiting.rawValue
  }
}
