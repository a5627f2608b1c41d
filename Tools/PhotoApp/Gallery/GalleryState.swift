import Roster

/// The photos of the list, and what happens to them: a value, without a list, a network or a screen.
///
/// An event makes the next state, and may ask for a page. The contents of the list follow from the state, and from
/// nothing else.
struct GalleryState: Equatable {
  /// What happens to the gallery. As JSON it stands in the journal, with the revision that it leads to.
  enum Event: Codable, Equatable {
    /// The program has started. What was under way when it ended is not any more.
    case started
    /// The user pulls.
    case refresh
    /// The user sees the last photos.
    case endCameNear
    /// The user wants to try again what has failed.
    case retry
    /// The server has answered.
    case answered(PhotoPaging.Request, PhotoAnswer)
    /// A link has led to a photo, which the list may not have come to yet.
    case linked(Photo)
    case ordered(PhotoOrder)
    case showsOnlyFavourites(Bool)
    case searched(String)
    case arranged(GalleryArrangement)
    /// A photo becomes a favourite, or is none any more.
    case favouriteToggled(Photo.ID)
    /// The description of a photo is shown, or is not any more.
    case descriptionToggled(Photo.ID)
    /// An undo has changed the list. What it has made of that is taken over before.
    case undone
  }

  /// All photos, in the order in which they have come.
  private(set) var photos: [GalleryPhoto] = []
  /// The photos that links have led to. They stay when the pages that the list has are fetched anew.
  private(set) var linked: Set<Photo.ID> = []
  private(set) var settings = GallerySettings()
  private(set) var paging = PhotoPaging()

  /// Makes the state of an empty gallery.
  init() {}

  /// Makes the state of a gallery that a list contains. What was under way when its program ended is not any more.
  init(_ contents: ListContents<GalleryItem, GallerySection>) {
    photos = contents.sections.flatMap(\.items).compactMap(\.photo)
    guard let summary = contents.sections.lazy.compactMap(\.model?.summary).first else { return }
    linked = Set(summary.linked ?? [])
    settings = summary.settings
    paging = PhotoPaging(summary.progress)
  }

  /// Takes over what an undo has made of the list. What is under way goes on.
  mutating func takeOver(_ contents: ListContents<GalleryItem, GallerySection>) {
    let former = paging
    self = GalleryState(contents)
    let progress = paging.progress
    paging = former
    paging.resume(from: progress)
  }

  // MARK: Events

  /// Takes an event.
  ///
  /// - Returns: A page to be fetched now. One that was under way is not waited for any longer.
  mutating func take(_ event: Event) -> PhotoPaging.Request? {
    let former = paging.request
    switch event {
    // Requests go on to be counted: one may be under way already, and its answer is to come too late.
    case .started, .refresh: _ = paging.refresh()
    case .endCameNear: _ = paging.fetchNextPage()
    case .retry: _ = paging.retry()
    case .answered(let request, let answer): take(answer, to: request)
    case .linked(let photo):
      linked.insert(photo.id)
      add([photo])
    case .ordered(let order): settings.order = order
    case .showsOnlyFavourites(let onlyFavourites): settings.filter.onlyFavourites = onlyFavourites
    case .searched(let text): settings.filter.text = text
    case .arranged(let arrangement): settings.arrangement = arrangement
    case .favouriteToggled(let id): edit(id) { $0.isFavourite.toggle() }
    case .descriptionToggled(let id): edit(id) { $0.isOpen.toggle() }
    case .undone: break
    }
    return paging.request == former ? nil : paging.request
  }

  private mutating func take(
    _ answer: PhotoAnswer, to request: PhotoPaging.Request
  ) {
    let known = Set(photos.map(\.id))
    switch paging.take(answer, to: request, knowing: known.contains) {
    case .nothing: break
    case .added(let added): add(added)
    case .replaced(let replacement):
      let staying = linked.union(replacement.map(\.id))
      photos.removeAll { !staying.contains($0.id) }
      add(replacement)
    }
  }

  /// Adds photos behind those that are there. What the user has done to one that is there already stays.
  private mutating func add(_ added: [Photo]) {
    var places = Dictionary(zip(photos.map(\.id), photos.indices)) { first, _ in first }
    for var photo in added where photo.id.utf8.count <= Photo.idByteCountMax {
      if let place = places[photo.id] {
        // Equal texts may have other bytes, which make another key.
        photo.id = photos[place].id
        photos[place].photo = photo
      } else {
        places[photo.id] = photos.count
        photos.append(GalleryPhoto(photo: photo))
      }
    }
  }

  private mutating func edit(_ id: Photo.ID, _ change: (inout GalleryPhoto) -> Void) {
    guard let place = photos.firstIndex(where: { $0.id == id }) else { return }
    change(&photos[place])
  }

  // MARK: Contents

  /// What the list is to contain: all photos, with what is said of those that are shown.
  var contents: ListContents<GalleryItem, GallerySection> {
    let shownCount = photos.count(where: settings.filter.shows)
    var summary = GallerySummary(
      settings: settings, progress: paging.progress, shownCount: shownCount,
      hiddenCount: photos.count - shownCount, linked: linked.isEmpty ? nil : linked.sorted())
    switch paging.phase {
    case .loading(_, .refresh): summary.isRefreshing = !photos.isEmpty
    case .failed(let failure, .refresh) where !photos.isEmpty:
      summary.refreshFailure = failure.message
    default: break
    }
    return ListContents([
      .init(model: GallerySection(id: .photos, summary: summary), items: photos.map { .photo($0) }),
      .init(
        model: GallerySection(id: .status),
        items: status(shownCount: shownCount).map { [.status($0)] } ?? []),
    ])
  }

  /// Returns what the end of the list says; `nil` if there is nothing to say.
  private func status(shownCount: Int) -> GalleryStatus? {
    switch paging.phase {
    case .loading(_, .nextPage): .loading
    case .loading(_, .refresh) where photos.isEmpty: .loading
    case .failed(let failure, .nextPage): .failed(failure.message)
    case .failed(let failure, .refresh) where photos.isEmpty: .failed(failure.message)
    default: shownCount == 0 && paging.progress.isComplete ? .empty : nil
    }
  }
}
