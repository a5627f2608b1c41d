import Roster
import RosterComponentLists
import RosterComponents
import RosterDerived
import RosterImages
import RosterLayout
import RosterNavigation
import RosterWidgets

/// The photos in a file, and what keeps them as the server and the user want them.
///
/// One loop takes all events, one after the other: those of rows, of the screen, and the answers of the server. It
/// asks ``GalleryState`` what they mean, and writes what that changes to the list of all photos. The list that is
/// shown is derived from it: filtered and sorted as the user has chosen.
final class Gallery: Sendable {
  typealias Photos = ListDataSource<GalleryItem, GallerySection, Never>
  typealias List = ComponentList<GalleryItem, GallerySection, GalleryMessage>

  /// All photos.
  let photos: Photos
  /// Those that are shown.
  var list: List { shown.list }
  private let shown: DerivedList<GalleryItem, GallerySection, ComponentTree<GalleryMessage>>
  private let store: SQLiteStore
  /// Loads the pictures of the screen; `nil` if what shows the photos loads them itself.
  let pictures: ImageLoader?
  /// Where the photos are shown.
  let surface: PhotoLook.Surface
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
  ) throws {
    var configuration = DataSourceConfiguration()
    configuration.retention = Self.retention
    store = try SQLiteStore(path: path)
    photos = try Self.openPhotos(in: store, configuration)
    configuration.components.layout = layout
    prefetcher = pictures.map { ImagePrefetcher($0) }
    configuration.components.prefetchListener = prefetcher
    if prefetcher != nil {
      configuration.components.workingRange = WorkingRange(ahead: .items(40), behind: .items(20))
    }
    configuration.components.environment = look.environment
    shown = try GallerySettings(of: photos.snapshot).shown(of: photos).open {
      [configuration] stored, codec, sectionCodec in
      try List(
        storage: stored, codec: codec, sectionCodec: sectionCodec, configuration: configuration,
        header: { section, _ in section.summary.map { Node(GalleryHeader(summary: $0)) } },
        components: { item, _ in
          switch item {
          case .photo(let photo): PhotoRow(photo)
          case .status(let status): StatusRow(status: status)
          }
        })
    }
    (self.source, self.retries) = (source, retries)
    self.pictures = pictures
    surface = look.surface
    (events, sender) = AsyncStream.makeStream()
    // Before all that happens in the meantime: a replay begins with what the file has here.
    sender.yield(.started)
    messages = shown.list.messages()
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
        let photo = try? snapshot.model(at: path)?.photo?.photo
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
    let batches = try photos.batches()
    let watching = Task {
      for try await batch in batches where batch.changes.annotation.messageText == nil {
        sender.yield(.undone)
      }
    }
    defer { watching.cancel() }
    var fetching: Task<Void, Never>?
    defer { fetching?.cancel() }
    var (written, revision) = (try photos.snapshot.contents(), photos.snapshot.revision)
    var state = GalleryState(written)
    // What has changed the state since the last revision of the photos.
    var changes: [GalleryState.Event] = []
    for await event in events {
      do {
        let snapshot = photos.snapshot
        if snapshot.revision != revision {
          (written, revision) = (try snapshot.contents(), snapshot.revision)
          state.takeOver(written)
          try await shown.redefine(state.settings.shown(of: photos))
        }
        let former = state
        if let request = state.take(event) {
          fetching?.cancel()
          fetching = fetch(request)
        }
        if state == former { continue }
        let contents = state.contents
        if contents != written {
          do {
            try await write(contents, over: written, at: revision, after: changes + [event])
          } catch is Overtaken {
            // It is taken once more, on top of the undo.
            state = former
            sender.yield(event)
            continue
          }
          (written, revision, changes) = (contents, revision + 1, [])
        } else {
          changes.append(event)
        }
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

  // MARK: The lists

  /// An undo has come before a change.
  private struct Overtaken: Error {}

  /// Writes what differs between two contents, and shows it: as one batch, also if the user has chosen something else.
  ///
  /// - Parameters:
  ///   - former: The contents that the list has at a revision.
  ///   - changes: What has led to the contents since that revision; the journal says so.
  /// - Throws: `Overtaken` if the list has a later revision by then.
  private func write(
    _ contents: ListContents<GalleryItem, GallerySection>,
    over former: ListContents<GalleryItem, GallerySection>, at revision: Revision,
    after changes: [GalleryState.Event]
  ) async throws {
    let annotation = try ChangeAnnotation(message: changes)
    let (settings, formerSettings) = (GallerySettings(of: contents), GallerySettings(of: former))
    try await shown.redefine(
      settings.shown(of: photos),
      narrowing: settings.filter.isNarrower(than: formerSettings.filter)
    ) { [photos] in
      if former.sections.map(\.model?.id) != contents.sections.map(\.model?.id) {
        try await photos.apply(.contents(contents, duplicates: .keepFirst), annotation)
      } else {
        try await photos.change(annotation) { list, draft in
          guard list.revision == revision else { throw Overtaken() }
          try contents.write(to: &draft, over: former)
        }
      }
    }
  }

  /// Closes both lists when what is pending is done.
  func close() async {
    await shown.close()
    await photos.close()
  }

  /// The photos as they are shown, and all of them at the revision that is shown.
  typealias Snapshots = (photos: Photos.Snapshot, shown: List.Snapshot)

  var snapshots: Snapshots {
    get throws(StorageError) { try store.snapshots(of: photos, list) }
  }
}

extension ListContents<GalleryItem, GallerySection> {
  /// Writes what differs from other contents, which a list has. Nothing is read for it but where items are.
  ///
  /// - Complexity: O(*n* + *k* log *n*) for *n* items, *k* of which differ.
  fileprivate func write(to draft: inout Gallery.Photos.Draft, over former: Self) throws {
    for (id, (section, before)) in zip(draft.state.sectionIDs, zip(sections, former.sections)) {
      if section.model != before.model { try draft.update(id, section.model) }
      if section.items == before.items { continue }
      let known = Dictionary(before.items.map { ($0.id, $0) }) { first, _ in first }
      for item in section.items where known[item.id] != item {
        try draft.upsert(item, toSection: id)
      }
      let staying = Set(section.items.map(\.id))
      for item in before.items where !staying.contains(item.id) { try draft.remove(key: item.id) }
    }
  }
}

extension GallerySettings {
  /// What the user has chosen, as the list has it.
  init(of contents: ListContents<GalleryItem, GallerySection>) {
    self = contents.sections.first?.model?.summary?.settings ?? GallerySettings()
  }

  /// What the user has chosen, as the list has it.
  init(of snapshot: Gallery.Photos.Snapshot) throws(StorageError) {
    let photos = try snapshot.sectionModel(at: GallerySection.ID.photos.index)
    self = photos?.summary?.settings ?? GallerySettings()
  }
}
