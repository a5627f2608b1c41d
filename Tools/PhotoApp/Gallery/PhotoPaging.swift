/// Which pages of a server are fetched, and what their answers mean: a value, without a network.
///
/// One request is under way at a time. Only its answer counts, and only once: what arrives late, twice, or
/// after a refresh has begun is ignored. A request that has failed may be tried again, and have an answer later.
struct PhotoPaging: Equatable {
  /// A page that is asked for.
  struct Request: Codable, Hashable {
    /// Tells requests for the same page apart.
    let number: Int
    let page: Int
  }

  /// How far the list has come. A part of the list, so that it goes on there after a restart.
  struct Progress: Codable, Equatable {
    /// How many pages the list has the photos of.
    var pageCount = 0
    /// Whether the server has no more.
    var isComplete = false
  }

  /// What a request is for.
  enum Purpose: Equatable {
    /// The page behind those that the list has.
    case nextPage
    /// All pages that the list has, anew; the photos of those that have arrived.
    case refresh([Photo])
  }

  enum Phase: Equatable {
    case idle
    case loading(Request, Purpose)
    case failed(PhotoFailure, Purpose)
  }

  /// What an answer does to the list.
  enum Change: Equatable {
    case nothing
    /// Photos come to those that are there.
    case added([Photo])
    /// The list has these photos and no others.
    case replaced([Photo])
  }

  private(set) var progress: Progress
  private(set) var phase = Phase.idle
  /// The last request; requests are numbered from 1.
  private var lastRequest: Request?

  /// A server may repeat photos, because others came before them. After so many pages with nothing new it
  /// has no more.
  static let staleCountMax = 3
  private var staleCount = 0

  init(_ progress: Progress = Progress()) { self.progress = progress }

  /// The request whose answer is waited for; `nil` if there is none.
  var request: Request? { if case .loading(let request, _) = phase { request } else { nil } }

  // MARK: Asking

  /// Asks for the next page, unless something is under way, has failed, or there are no more.
  mutating func fetchNextPage() -> Request? {
    guard phase == .idle, !progress.isComplete else { return nil }
    return begin(progress.pageCount + 1, .nextPage)
  }

  /// Goes on from where a list has come that was changed otherwise. An answer that is waited for still counts.
  mutating func resume(from progress: Progress) { self.progress = progress }

  /// Asks for everything anew. What is under way no longer counts.
  mutating func refresh() -> Request { begin(1, .refresh([])) }

  /// Asks again for what has failed; `nil` if nothing has.
  mutating func retry() -> Request? {
    guard case .failed(_, let purpose) = phase else { return nil }
    switch purpose {
    case .nextPage: return begin(progress.pageCount + 1, .nextPage)
    case .refresh: return refresh()
    }
  }

  private mutating func begin(_ page: Int, _ purpose: Purpose) -> Request {
    let request = Request(number: (lastRequest?.number ?? 0) + 1, page: page)
    lastRequest = request
    phase = .loading(request, purpose)
    return request
  }

  // MARK: Answers

  /// Takes an answer.
  ///
  /// - Parameter isKnown: Whether the list has a photo.
  /// - Returns: What the answer does to the list. Another request may be under way then.
  mutating func take(
    _ answer: PhotoAnswer, to request: Request,
    knowing isKnown: (Photo.ID) -> Bool
  ) -> Change {
    guard let purpose = purpose(of: request) else { return .nothing }
    switch (answer, purpose) {
    case (.failure(let failure), _):
      phase = .failed(failure, purpose)
      return .nothing
    case (.success(let page), .nextPage): return take(page, as: request, knowing: isKnown)
    case (.success(let page), .refresh(let photos)):
      return take(page, as: request, behind: photos)
    }
  }

  /// What an answer to a request is for; `nil` if it comes too late.
  private func purpose(of request: Request) -> Purpose? {
    guard request == lastRequest else { return nil }
    switch phase {
    case .idle: return nil
    case .loading(_, let purpose), .failed(_, let purpose): return purpose
    }
  }

  private mutating func take(
    _ page: PhotoPage, as request: Request, knowing isKnown: (Photo.ID) -> Bool
  ) -> Change {
    let isStale = page.photos.allSatisfy { isKnown($0.id) }
    staleCount = isStale ? staleCount + 1 : 0
    progress.pageCount = request.page
    progress.isComplete = page.endsList || staleCount >= Self.staleCountMax
    phase = .idle
    if isStale, !progress.isComplete { _ = fetchNextPage() }
    // Photos that are known already may have changed.
    return .added(page.photos)
  }

  private mutating func take(
    _ page: PhotoPage, as request: Request, behind photos: [Photo]
  ) -> Change {
    let photos = photos + page.photos
    if !page.endsList, request.page < progress.pageCount {
      _ = begin(request.page + 1, .refresh(photos))
      return .nothing
    }
    progress = Progress(pageCount: request.page, isComplete: page.endsList)
    staleCount = 0
    phase = .idle
    return .replaced(photos)
  }
}

extension PhotoPage {
  /// Whether no photos follow. A server that has nothing more to say need not say so.
  fileprivate var endsList: Bool { isLast || photos.isEmpty }
}

/// What a server says to a request for a page.
enum PhotoAnswer: Codable, Equatable {
  case success(PhotoPage)
  case failure(PhotoFailure)

  init(_ result: Result<PhotoPage, PhotoFailure>) {
    switch result {
    case .success(let page): self = .success(page)
    case .failure(let failure): self = .failure(failure)
    }
  }
}

/// The reason, for people, why photos did not arrive.
struct PhotoFailure: Codable, Error, Equatable {
  let message: String
  /// Whether the same request may succeed later, as the server was not reached.
  private(set) var isPassing = false

  init(_ message: String, isPassing: Bool = false) {
    (self.message, self.isPassing) = (message, isPassing)
  }

  /// Journals of earlier versions have only the message.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    message = try members.decode(String.self, forKey: .message)
    isPassing = try members.decodeIfPresent(Bool.self, forKey: .isPassing) ?? false
  }
}
