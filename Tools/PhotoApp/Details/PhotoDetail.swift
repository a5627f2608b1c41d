import Roster
import RosterComponentLists
import RosterComponents
import RosterConcurrency
import RosterNavigation
import RosterWidgets

/// The page of a photo: a list in the file, which has the comments, and remembers what is being typed and
/// how far the picture is zoomed.
///
/// Whether the photo is a favourite, and which photos stand beside it, is known only to the gallery: it comes
/// in as a value of the environment, ``PhotoStanding``, and is not stored a second time.
final class PhotoDetail: Sendable {
  typealias List = ComponentList<DetailItem, DetailSection, DetailMessage>

  let photo: Photo.ID
  let list: List
  /// What its components say. One subscriber takes it.
  let messages: AsyncStream<TreeMessage<DetailMessage>>
  /// The contents that the list has when all that is pending is done.
  private let state: Guarded<DetailState>
  private let surroundings: Guarded<Surroundings>

  /// What is not in the list.
  private struct Surroundings: Equatable {
    var look: PhotoLook
    var standing: PhotoStanding?
    /// The revision of the gallery that says so.
    var revision = Revision(-1)

    var environment: ComponentEnvironment {
      var environment = look.environment
      environment[PhotoStanding.self] = standing
      return environment
    }
  }

  /// Opens the page of a photo in a file.
  ///
  /// - Throws: `StorageError` or `DataSourceError` if the file cannot be used.
  init(of photo: Photo.ID, path: String, _ look: PhotoLook, layout: LayoutConstraints?) throws {
    self.photo = photo
    let surroundings = Surroundings(look: look)
    var configuration = DataSourceConfiguration()
    configuration.retention = Gallery.retention
    // The page of a photo can be opened while the one before is about to be closed.
    configuration.isShared = true
    configuration.components.layout = layout
    configuration.components.environment = surroundings.environment
    list = try List(
      .file(path, list: Self.listName(of: photo)), configuration: configuration,
      header: { section, _ in section.commentCount.map { Node(CommentsHeader(count: $0)) } },
      components: { item, _ in
        switch item {
        case .photo(let photo): PhotoCard(photo: photo)
        case .status(let status):
          // The button to try again is all that can be pressed in it.
          StatusRow(status: status, subject: "photo").map { _ in .retry }
        case .comment(let comment): CommentRow(comment: comment)
        case .field: CommentField()
        }
      })
    messages = list.messages()
    self.surroundings = Guarded(surroundings)
    let state = DetailState(try list.snapshot.contents())
    if list.snapshot.sectionCount == 0 {
      try list.applySynchronously(
        .contents(state.contents), ChangeAnnotation(origin: "first state"))
    }
    self.state = Guarded(state)
  }

  /// The name of the list with the page of a photo.
  static func listName(of photo: Photo.ID) -> String { "photo \(photo)" }

  // MARK: Changing

  /// Queues what has happened.
  ///
  /// - Returns: The change; `nil` if nothing changes.
  @discardableResult
  func enqueue(
    _ event: DetailState.Event
  ) throws(DataSourceError) -> Pending<List.Batch>? {
    try state.withLock { (state) throws(DataSourceError) in
      var next = state
      next.take(event)
      if next == state { return nil }
      let pending = try list.enqueue(
        .contents(next.contents, states: try states(after: event)), annotation(of: event))
      state = next
      return pending
    }
  }

  /// Takes what has happened, and returns when it is durable and published.
  func take(_ event: DetailState.Event) async throws {
    _ = try await enqueue(event)?.value
  }

  private func annotation(of event: DetailState.Event) -> ChangeAnnotation {
    (try? ChangeAnnotation(message: event)) ?? ChangeAnnotation()
  }

  /// A comment that is sent empties the field, in the same transaction: after a crash it is either in the
  /// field or among the comments.
  private func states(after event: DetailState.Event) throws(DataSourceError) -> [StateAssignment] {
    guard case .commented = event else { return [] }
    let field = ItemPath(section: DetailSection.ID.field.index, item: 0)
    return [StateAssignment(item: .path(field), scope: CommentField.textPath, state: nil)]
  }

  // MARK: Surroundings

  /// Shows the page otherwise. Nothing is stored.
  func show(_ look: PhotoLook) throws(DataSourceError) { try surround { $0.look = look } }

  /// Takes over what the gallery says of the photo; `nil` if it does not have it.
  ///
  /// The page is told when it opens, and by each batch of the gallery. So two threads may tell it at a time, and
  /// the older news may come last.
  ///
  /// - Parameter revision: The revision of the gallery.
  /// - Returns: Whether no later revision was taken over before.
  @discardableResult
  func stand(_ standing: PhotoStanding?, at revision: Revision) throws(DataSourceError) -> Bool {
    var isNews = false
    try surround { surroundings in
      isNews = revision >= surroundings.revision
      if isNews { (surroundings.standing, surroundings.revision) = (standing, revision) }
    }
    return isNews
  }

  /// What the gallery has said of the photo.
  var standing: PhotoStanding? { surroundings.withLock { $0.standing } }

  private func surround(_ change: (inout Surroundings) -> Void) throws(DataSourceError) {
    try surroundings.withLock { (surroundings) throws(DataSourceError) in
      let former = surroundings
      change(&surroundings)
      if surroundings.look != former.look || surroundings.standing != former.standing {
        try list.enqueue(.configuration(.environment(surroundings.environment)))
      }
    }
  }

  // MARK: The picture

  /// How far the picture is zoomed; `nil` as long as there is none.
  var zoom: PhotoCard.State? {
    get throws(StorageError) {
      let snapshot = list.snapshot
      let path = ItemPath(section: DetailSection.ID.photo.index, item: 0)
      guard case .photo? = try snapshot.model(at: path) else { return nil }
      let state = try snapshot.states(at: path)?[PhotoCard.path]
      return (try? state?.decoded(as: PhotoCard.self)) ?? PhotoCard.State()
    }
  }

  /// Makes the picture larger, or smaller if the number of steps is negative.
  func zoom(by steps: Int) throws(DataSourceError) {
    try list.enqueue(
      .action(Action<Int>(named: PhotoCard.zoom, in: PhotoCard.path), steps, in: card))
  }

  /// Moves what is visible of a picture that is larger than its frame.
  func pan(columns: Int, rows: Int) throws(DataSourceError) {
    try list.enqueue(
      .action(Action<Int, Int>(named: PhotoCard.pan, in: PhotoCard.path), columns, rows, in: card))
  }

  private var card: TreeReference {
    .item(.path(ItemPath(section: DetailSection.ID.photo.index, item: 0)))
  }
}
