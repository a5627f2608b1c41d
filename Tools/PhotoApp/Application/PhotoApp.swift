import Roster
import RosterComponentLists
import RosterComponents
import RosterConcurrency
import RosterImages
import RosterNavigation

/// The application without a host: its lists, and what becomes of messages.
///
/// A host shows the page that ``navigator`` says is visible, and sends messages. Messages are processed one
/// after the other, so each sees what the one before has done. The state of the application is in its lists,
/// all of them in one file:
///
///     navigation     the pages that the user has gone through
///     photos         the gallery, with the favourites
///     photos shown   what the user has chosen of it
///     photo p7       the page of a photo: its comments, the draft of the next one, the zoom
final class PhotoApp: Sendable {
  let gallery: Gallery
  let navigator: Navigator<PhotoRoute>
  /// What the user is told. One host takes it.
  let notices: AsyncStream<PhotoNotice>

  private let path: String
  private let layout: LayoutConstraints?
  private let source: any PhotoSource
  private let retries: PhotoRetries
  private let openings: AsyncStream<TreeMessage<GalleryMessage>>
  private let messages: AsyncStream<PhotoMessage>
  private let sender: AsyncStream<PhotoMessage>.Continuation
  private let noticeSender: AsyncStream<PhotoNotice>.Continuation
  /// The pages that are open, with how many ask for each.
  private let details = Guarded<[Photo.ID: (detail: PhotoDetail, useCount: Int)]>([:])

  /// Opens the application in a file, which is created if it does not exist.
  ///
  /// - Parameters: As those of `Gallery`.
  /// - Throws: `StorageError` or `DataSourceError` if the file cannot be used.
  init(
    path: String, source: any PhotoSource, _ look: PhotoLook, layout: LayoutConstraints? = nil,
    pictures: ImageLoader? = nil, retries: PhotoRetries = PhotoRetries()
  ) throws {
    gallery = try Gallery(
      path: path, source: source, look, layout: layout, pictures: pictures, retries: retries)
    let pages = try NavigationList<PhotoRoute>(.file(path, list: "navigation"))
    do throws(NavigationError) {
      // A page that another version of the application has left does not keep the user from the photos.
      navigator = try Navigator(pages, tabs: PhotoRoute.tabs, unreadable: .startAnew)
    } catch {
      throw error.cause
    }
    (self.path, self.layout, self.source, self.retries) = (path, layout, source, retries)
    openings = gallery.list.messages()
    (messages, sender) = AsyncStream.makeStream()
    (notices, noticeSender) = AsyncStream.makeStream()
  }

  // MARK: Messages

  /// Tells the application what its user wants. Any thread may call this.
  func send(_ message: PhotoMessage) { sender.yield(message) }

  /// Goes to where an address leads, before a host shows the first page.
  ///
  /// - Throws: An `AddressError` if it leads to no page, and others.
  func go(to address: String) async throws {
    let path = try NavigationPath(address: address, tabs: PhotoRoute.tabs)
    do throws(NavigationError) {
      try await navigator.perform(.open(path))
    } catch {
      throw error.cause
    }
  }

  /// Processes messages and fetches photos, until the application is closed or the task is cancelled.
  ///
  /// - Throws: A `DataSourceError` or `StorageError` if the file fails, so that nothing more can be stored.
  func run() async throws {
    let batches = try gallery.list.batches()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.gallery.run() }
      group.addTask {
        for await message in self.openings {
          if case .open(let id) = message.message { self.send(.open(id)) }
        }
      }
      group.addTask {
        for await message in self.messages { try await self.process(message) }
      }
      group.addTask {
        for try await batch in batches { try self.tellDetails(of: batch) }
      }
      try await group.waitForAll()
    }
  }

  /// Does what a message says. What is refused becomes a notice.
  private func process(_ message: PhotoMessage) async throws {
    do {
      try await perform(message)
    } catch let error as AddressError {
      noticeSender.yield(.refused(error.description))
    } catch let error as NavigationError {
      if case .storage(let cause) = error { throw cause }
      if case .list(let cause) = error { return try refuse(cause) }
      noticeSender.yield(.refused(error.description))
    } catch let error as DataSourceError {
      try refuse(error)
    }
  }

  private func refuse(_ error: DataSourceError) throws {
    if error.isStorageFailure { throw error }
    if case .closed = error { return }
    noticeSender.yield(.refused(error.description))
  }

  private func perform(_ message: PhotoMessage) async throws {
    switch message {
    case .open(let id):
      // A second tap on the same photo, before the first one was processed, opens nothing more.
      if try navigator.state.visiblePage.route == .photo(id) { return }
      try await navigator.perform(.push(.photo(id)))
    case .goTo(let address): try await go(to: address)
    case .step(let distance):
      guard case .photo(let id) = try navigator.state.visiblePage.route else { return }
      guard let photo = try gallery.photo(distance, behind: id) else {
        noticeSender.yield(.refused(distance < 0 ? "this is the first photo" : "no photos follow"))
        return
      }
      try await navigator.perform(.replace(.photo(photo.id)))
    case .back: try await navigator.perform(.back)
    case .toggleFavourite(let id):
      guard try gallery.entry(of: id) != nil else {
        noticeSender.yield(.refused("the list does not have this photo yet"))
        return
      }
      gallery.send(.favouriteToggled(id))
    case .comment(let id, let text):
      try await withDetail(of: id) { detail in try await detail.take(.commented(text)) }
    case .share(let id): noticeSender.yield(.shared(PhotoRoute.address(ofPhoto: id)))
    case .retry(let id):
      try await withDetail(of: id) { detail in
        try await detail.take(.sought)
        fetch(id)
      }
    }
  }

  // MARK: Pages

  /// Opens the page of a photo, or takes the one that is open; ``close(_:)`` is called for each call.
  ///
  /// - Throws: `StorageError` or `DataSourceError` if the file cannot be used.
  func openDetail(of id: Photo.ID, _ look: PhotoLook) throws -> PhotoDetail {
    let (detail, isNew) = try details.withLock { details in
      if let open = details[id] {
        details[id] = (open.detail, open.useCount + 1)
        return (open.detail, false)
      }
      let detail = try PhotoDetail(of: id, path: path, look, layout: layout)
      details[id] = (detail, 1)
      return (detail, true)
    }
    guard isNew else { return detail }
    Task {
      for await message in detail.messages {
        if let message = message.message.message(ofPhoto: id) { self.send(message) }
      }
    }
    if try !tell(detail) { fetch(id) }
    return detail
  }

  /// Closes a page that was opened.
  func close(_ detail: PhotoDetail) {
    let isUnused = details.withLock { details in
      guard let open = details[detail.photo] else { return false }
      details[detail.photo] = open.useCount > 1 ? (open.detail, open.useCount - 1) : nil
      return open.useCount == 1
    }
    if isUnused { Task { await detail.list.close() } }
  }

  private func withDetail(
    of id: Photo.ID, _ work: (PhotoDetail) async throws -> Void
  ) async throws {
    let detail = try openDetail(of: id, PhotoLook(gallery.surface))
    defer { close(detail) }
    try await work(detail)
  }

  /// Tells the open pages what a batch of the gallery has changed, also of photos that are not shown.
  ///
  /// - Complexity: O(*p* log *n*) for *p* open pages and *n* photos.
  private func tellDetails(of batch: Gallery.List.Batch) throws {
    guard batch.causes.contains(.change) else { return }
    for detail in details.withLock({ $0.values.map(\.detail) }) { try tell(detail) }
  }

  /// Tells a page what the gallery says of its photo.
  ///
  /// What the gallery publishes before the page has been told for the first time does not reach the page, so
  /// it is told again if the gallery went on meanwhile.
  ///
  /// - Returns: Whether the gallery has the photo.
  @discardableResult
  private func tell(_ detail: PhotoDetail) throws -> Bool {
    let snapshots = try gallery.snapshots
    let entry = try Gallery.entry(of: detail.photo, in: snapshots)
    do throws(DataSourceError) {
      let isNews = try detail.stand(entry?.standing, at: snapshots.shown.revision)
      if isNews, let entry { try detail.enqueue(.found(entry.photo)) }
    } catch {
      // It may be closed meanwhile.
      if case .closed = error { return entry != nil }
      throw error
    }
    if gallery.list.snapshot.revision != snapshots.shown.revision { return try tell(detail) }
    return entry != nil
  }

  /// Fetches a photo that the gallery has not come to. Once the gallery has it, its page is told.
  private func fetch(_ id: Photo.ID) {
    Task {
      await retries.fetch { () throws(PhotoFailure) in
        try await source.photo(id)
      } take: { answer in
        let detail = self.details.withLock { $0[id]?.detail }
        switch answer {
        case .success(let photo): self.gallery.send(.linked(photo))
        // If the file has failed, the loops hear of it.
        case .failure(let failure): _ = try? detail?.enqueue(.failed(failure))
        }
        return detail != nil
      }
    }
  }

  // MARK: Ending

  /// Takes no more messages, and closes all lists when what is pending is done.
  func close() async {
    sender.finish()
    noticeSender.finish()
    await gallery.close()
    await navigator.list.close()
    for (detail, _) in details.withLock({ $0.values }) { await detail.list.close() }
  }
}

extension NavigationError {
  /// What has failed below the navigation, if something has.
  var cause: any Error {
    switch self {
    case .list(let error): error
    case .storage(let error): error
    case .address(let error): error
    default: self
    }
  }
}
