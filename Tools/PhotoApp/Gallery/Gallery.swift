import Roster
import RosterComponentLists
import RosterComponents
import RosterImages
import RosterLayout
import RosterNavigation
import RosterWidgets

/// The list of photos in a file, and what keeps it as the server and the user want it.
///
/// One loop takes all events, one after the other: those of rows, of the screen, and the answers of the
/// server. It asks ``GalleryState`` what they mean, and makes the list contain it, by a snapshot: what stays
/// keeps its identity and its state.
final class Gallery: Sendable {
  typealias List = ComponentList<GalleryItem, GallerySection, GalleryMessage>

  let list: List
  /// Loads the pictures of the screen; `nil` if what shows the photos loads them itself.
  let pictures: ImageLoader?
  /// Where the photos are shown.
  let surface: PhotoLook.Surface
  let found = FoundPhotos()
  private let prefetcher: ImagePrefetcher?
  private let source: any PhotoSource
  private let retries: PhotoRetries
  private let events: AsyncStream<GalleryState.Event>
  private let sender: AsyncStream<GalleryState.Event>.Continuation
  private let messages: AsyncStream<TreeMessage<GalleryMessage>>

  /// How many photos a page has.
  static let pageSize = 30
  /// How much of the past the file keeps.
  static let retention = JournalRetention(revisionCountMax: 1_000, byteCountMax: 64 << 20)

  /// Opens the photos in a file; both are created if they do not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - source: Where photos come from.
  ///   - look: How rows look.
  ///   - layout: What rows are laid out for; `nil` if what shows them lays them out.
  ///   - pictures: Loads the pictures of the screen.
  ///   - retries: Tries again while the server is not reached.
  init(
    path: String, source: any PhotoSource, _ look: PhotoLook, layout: LayoutConstraints? = nil,
    pictures: ImageLoader? = nil, retries: PhotoRetries = PhotoRetries()
  ) throws(StorageError) {
    var configuration = DataSourceConfiguration()
    configuration.retention = Self.retention
    configuration.components.layout = layout
    prefetcher = pictures.map { ImagePrefetcher($0) }
    configuration.components.prefetchListener = prefetcher
    if prefetcher != nil {
      configuration.components.workingRange = WorkingRange(ahead: .items(40), behind: .items(20))
    }
    configuration.components.environment = look.environment
    list = try List(
      .file(path, list: "photos"), configuration: configuration,
      header: { section, _ in section.summary.map { Node(GalleryHeader(summary: $0)) } },
      components: { item, _ in
        switch item {
        case .photo(let photo): PhotoRow(photo: photo)
        case .status(let status): StatusRow(status: status)
        }
      })
    (self.source, self.retries) = (source, retries)
    self.pictures = pictures
    surface = look.surface
    (events, sender) = AsyncStream.makeStream()
    // Before all that happens in the meantime: a replay begins with what the file has here.
    sender.yield(.started)
    messages = list.messages()
    prefetch(look)
  }

  /// Shows the photos otherwise from the first frame on. Nothing is stored.
  func showFirst(_ look: PhotoLook) throws(DataSourceError) {
    prefetch(look)
    try list.applySynchronously(.configuration(.environment(look.environment)))
  }

  /// Shows the photos otherwise. Nothing is stored.
  func show(_ look: PhotoLook) throws(DataSourceError) {
    prefetch(look)
    try list.enqueue(.configuration(.environment(look.environment)))
  }

  /// Loads the pictures of the rows that come near from now on, as large as a look shows them.
  private func prefetch(_ look: PhotoLook) {
    let size = look.pictureSize
    prefetcher?.setRequests { [weak self] item in
      guard let snapshot = self?.list.snapshot, let path = try? snapshot.path(of: item),
        let photo = try? snapshot.model(at: path)?.photo
      else { return [] }
      // A cell of a terminal is two pixels high.
      let request = PhotoRow.picture(of: photo)
        .request(in: size, pixelsPerPoint: Size(width: 1, height: 2))
      return request.map { [$0] } ?? []
    }
  }

  // MARK: Events

  /// Tells the gallery what has happened. Any thread may call this.
  func send(_ event: GalleryState.Event) { sender.yield(event) }

  /// Fetches photos and answers messages, until the list is closed or the task is cancelled.
  ///
  /// - Throws: A `DataSourceError` if the file fails, so that nothing more can be stored.
  func run() async throws {
    let answering = Task {
      for await message in messages {
        if let event = message.message.event { sender.yield(event) }
      }
      // The list is closed.
      sender.finish()
    }
    defer { answering.cancel() }
    var fetching: Task<Void, Never>?
    defer { fetching?.cancel() }
    var state = try GalleryState(list.snapshot.contents())
    // What has changed the state since the last revision of the list.
    var changes: [GalleryState.Event] = []
    for await event in events {
      let former = state
      if let request = state.take(event) {
        fetching?.cancel()
        fetching = fetch(request)
      }
      if state == former, event != .favouritesChanged { continue }
      changes.append(event)
      do {
        if try await show(state, after: changes) { changes = [] }
      } catch DataSourceError.closed {
        return
      }
    }
  }

  private func fetch(_ request: PhotoPaging.Request) -> Task<Void, Never> {
    Task { [source, sender, retries] in
      await retries.fetch { () throws(PhotoFailure) in
        try await source.photos(ofPage: request.page, size: Self.pageSize)
      } take: { answer in
        sender.yield(.answered(request, PhotoAnswer(answer)))
        return true
      }
    }
  }

  // MARK: The list

  /// Makes the list contain what a state says. Equal contents make no revision.
  ///
  /// - Parameter changes: What has led to the state since the last revision; its journal says so.
  /// - Returns: Whether there is a new revision.
  private func show(
    _ state: GalleryState, after changes: [GalleryState.Event]
  ) async throws -> Bool {
    let favourites = state.settings.filter.onlyFavourites ? try favourites() : []
    let contents = state.contents(favourites: favourites)
    if list.snapshot.sectionCount > 0, contents == (try list.snapshot.contents()) { return false }
    try await list.apply(
      .contents(contents, duplicates: .keepFirst), ChangeAnnotation(message: changes))
    return true
  }

  /// Returns which photos are favourites, as their rows remember it.
  func favourites() throws(StorageError) -> Set<Photo.ID> { try Self.favourites(of: list.snapshot) }

  /// Returns which photos are favourites at a revision.
  static func favourites(of snapshot: List.Snapshot) throws(StorageError) -> Set<Photo.ID> {
    var favourites: Set<Photo.ID> = []
    for section in 0..<snapshot.sectionCount {
      for item in try snapshot.items(inSection: section) {
        guard let photo = item.model.photo, try isFavourite(item.path, in: snapshot) else {
          continue
        }
        favourites.insert(photo.id)
      }
    }
    return favourites
  }
  /// Returns whether the photo at a path is a favourite.
  static func isFavourite(
    _ path: ItemPath, in snapshot: List.Snapshot
  ) throws(StorageError) -> Bool {
    guard let state = try snapshot.states(at: path)?[PhotoRow.path] else { return false }
    return (try? state.decoded(as: PhotoRow.self))?.isFavourite == true
  }
}

extension GalleryState {
  /// Makes the state of a gallery that a list contains.
  init(_ contents: ListContents<GalleryItem, GallerySection>) {
    guard let summary = contents.sections.lazy.compactMap(\.model?.summary).first else {
      self.init()
      return
    }
    self.init(contents.sections.flatMap(\.items).compactMap(\.photo), summary)
  }
}
