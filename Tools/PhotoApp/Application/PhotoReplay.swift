import Roster
import RosterNavigation

/// Goes through a run of the application again, in the file that it has left: the same messages, list by list,
/// without a network and without a screen.
///
/// What the network has answered is among the messages, so a file that a user sends is enough to see how the
/// application came to its state, and whether this version of it comes to the same: in a debugger, too.
struct PhotoReplay {
  /// A revision of a list.
  struct Step: Equatable {
    let list: String
    let revision: Revision
    /// The message that made it, as JSON; `nil` if a row has changed its own state.
    let message: String?
    let outcome: Outcome
  }

  /// What the message of a revision makes of the one before.
  enum Outcome: Equatable {
    /// What the file has.
    case same
    /// Something else: the application is not the one that made the revision.
    case differs
    /// The revision has no message, or the journal does not reach back to where its program began.
    case unknown
  }

  /// The steps: those of the photos, of the navigation, and of the pages of photos.
  private(set) var steps: [Step] = []

  /// The steps that differ. Those behind the first one of a list may do so because of it.
  var differences: [Step] { steps.filter { $0.outcome == .differs } }

  /// Replays the journals in a file. Nothing is written to it.
  ///
  /// - Throws: A `StorageError` if the file cannot be read, or has messages of another version.
  init(path: String) async throws {
    let store = try SQLiteStore(path: path, configuration: SQLiteConfiguration(isReadOnly: true))
    for name in try store.lists().map(\.name) {
      guard let list = try store.list(named: name, create: false) else { continue }
      if name == "photos" {
        var gallery = GalleryReplay()
        try await replay(list, name) { try gallery.take($0) }
      } else if name == "navigation" {
        try await replay(list, name, Self.navigates)
      } else if name.hasPrefix(PhotoDetail.listName(of: "")) {
        var detail = DetailReplay()
        try await replay(list, name) { try detail.take($0) }
      }
    }
    try store.close()
  }

  /// Takes the revisions of a list, from the oldest that its journal has.
  ///
  /// - Parameter outcome: What the message of a revision makes of its source.
  private mutating func replay<Model: Codable & Sendable, Section: Codable & Sendable>(
    _ list: SQLiteList, _ name: String,
    _ outcome: (ListBatch<Model, Section, Never>) throws -> Outcome
  ) async throws {
    let list = try ListDataSource<Model, Section, Never>(.stored(list))
    let batches = try list.batches(after: list.oldestRevision)
    while let batch = try await batches.nextIfPublished() {
      steps.append(
        Step(
          list: name, revision: batch.target.revision,
          message: batch.changes.annotation.messageText, outcome: try outcome(batch)))
    }
    await list.close()
  }

  private static func navigates(
    _ batch: ListBatch<PhotoRoute, NavigationLayer, Never>
  ) throws -> Outcome {
    guard let operation = try batch.changes.annotation.operation(to: PhotoRoute.self) else {
      return .unknown
    }
    func state(
      of snapshot: ListSnapshot<PhotoRoute, NavigationLayer>
    ) throws -> NavigationState<PhotoRoute> {
      NavigationState(try NavigationContents(snapshot), tabs: PhotoRoute.tabs)
    }
    let (source, target) = (try state(of: batch.source), try state(of: batch.target))
    // An operation that is refused would not have made a revision.
    let made = try? source.applying(operation)
    return .of(made?.path == target.path)
  }
}

extension ChangeAnnotation {
  /// The message that has made a revision, as JSON; `nil` if none has.
  var messageText: String? {
    if let text = userInfo["messageText"]?.stringValue { return text }
    return (userInfo["message"] ?? userInfo["navigation"])?.canonicalText
  }
}

extension PhotoReplay.Outcome {
  fileprivate static func of(_ isSame: Bool) -> Self { isSame ? .same : .differs }
}

/// The state of the gallery, message by message.
private struct GalleryReplay {
  /// The state after the last message; `nil` before a program has started.
  private var state: GalleryState?

  mutating func take(
    _ batch: ListBatch<GalleryItem, GallerySection, Never>
  ) throws -> PhotoReplay.Outcome {
    guard let events = try batch.changes.annotation.message(as: [GalleryState.Event].self) else {
      // An undo, which the program has taken over.
      state?.takeOver(try batch.target.contents())
      return .unknown
    }
    // A program begins with what the file has.
    let start = events.contains(.started) ? GalleryState(try batch.source.contents()) : state
    guard var next = start else { return .unknown }
    for event in events { _ = next.take(event) }
    state = next
    return .of(try next.contents == batch.target.contents())
  }
}

/// The state of the page of a photo, message by message.
private struct DetailReplay {
  private var state: DetailState?

  mutating func take(
    _ batch: ListBatch<DetailItem, DetailSection, Never>
  ) throws -> PhotoReplay.Outcome {
    guard let event = try batch.changes.annotation.message(as: DetailState.Event.self) else {
      return .unknown
    }
    let recorded = try batch.target.contents()
    // Since the last message the page may have been opened anew, with what the file has.
    let starts = [state, DetailState(try batch.source.contents())].compactMap(\.self)
    let ends = starts.map { start in
      var end = start
      end.take(event)
      return end
    }
    state = ends.first { $0.contents == recorded }
    return .of(state != nil)
  }
}
