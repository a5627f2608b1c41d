import Roster

/// The photos of the list, and what happens to them: a value, without a list, a network or a screen.
///
/// An event makes the next state, and may ask for a page. The contents of the list follow from the state
/// and from the favourites, and from nothing else.
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
    /// A photo has become a favourite, or is none any more.
    case favouritesChanged
  }

  private(set) var photos: [Photo] = []
  /// The photos that links have led to. They stay when the pages that the list has are fetched anew.
  private(set) var linked: Set<Photo.ID> = []
  private(set) var settings = GallerySettings()
  private(set) var paging = PhotoPaging()

  /// Makes the state of an empty gallery.
  init() {}

  /// Makes the state of a gallery in a file. What was under way when the program ended is not any more.
  init(_ photos: [Photo], _ summary: GallerySummary) {
    self.photos = photos
    linked = Set(summary.linked ?? [])
    settings = summary.settings
    paging = PhotoPaging(summary.progress)
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
      photos = Self.unique([photo] + photos)
    case .ordered(let order): settings.order = order
    case .showsOnlyFavourites(let onlyFavourites): settings.filter.onlyFavourites = onlyFavourites
    case .searched(let text): settings.filter.text = text
    case .arranged(let arrangement): settings.arrangement = arrangement
    case .favouritesChanged: break
    }
    return paging.request == former ? nil : paging.request
  }

  private mutating func take(
    _ answer: PhotoAnswer, to request: PhotoPaging.Request
  ) {
    let known = Set(photos.map(\.id))
    switch paging.take(answer, to: request, knowing: known.contains) {
    case .nothing: break
    case .added(let added): photos = Self.unique(added + photos)
    case .replaced(let replacement):
      photos = Self.unique(replacement + photos.filter { linked.contains($0.id) })
    }
  }

  /// Returns photos without those whose id stands before them already.
  private static func unique(_ photos: [Photo]) -> [Photo] {
    var seen: Set<Photo.ID> = []
    return photos.filter { seen.insert($0.id).inserted }
  }

  // MARK: Contents

  /// Returns what the list is to contain.
  ///
  /// - Parameter favourites: The photos that are favourites.
  func contents(favourites: Set<Photo.ID>) -> ListContents<GalleryItem, GallerySection> {
    let sorted = photos.sorted(by: settings.order.places)
    let (shown, hidden) = sorted.partitioned { photo in
      settings.filter.shows(photo, isFavourite: favourites.contains(photo.id))
    }
    var summary = GallerySummary(
      settings: settings, progress: paging.progress, shownCount: shown.count,
      hiddenCount: hidden.count, linked: linked.isEmpty ? nil : linked.sorted())
    switch paging.phase {
    case .loading(_, .refresh): summary.isRefreshing = !photos.isEmpty
    case .failed(let failure, .refresh) where !photos.isEmpty:
      summary.refreshFailure = failure.message
    default: break
    }
    return ListContents([
      .init(model: GallerySection(id: .photos, summary: summary), items: shown.map { .photo($0) }),
      .init(
        model: GallerySection(id: .status),
        items: status(shownCount: shown.count).map { [.status($0)] } ?? []),
      .init(model: GallerySection(id: .hidden), items: hidden.map { .photo($0) }),
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

extension Array {
  /// Returns the elements for which a condition holds, and the others.
  fileprivate func partitioned(
    by isFirst: (Element) -> Bool
  ) -> (first: [Element], second: [Element]) {
    var parts: (first: [Element], second: [Element]) = ([], [])
    for element in self {
      if isFirst(element) { parts.first.append(element) } else { parts.second.append(element) }
    }
    return parts
  }
}
