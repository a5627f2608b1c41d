import Roster

/// What the page of a photo shows: a value, without a list, a network or a screen.
struct DetailState: Equatable {
  /// What happens to the page. As JSON it stands in the journal, with the revision that it leads to.
  enum Event: Codable, Equatable {
    /// The gallery has the photo, or has it otherwise than before.
    case found(Photo)
    /// The photo is fetched, as the gallery does not have it.
    case sought
    case failed(PhotoFailure)
    /// The user has sent a comment.
    case commented(String)
  }

  private(set) var photo: Photo?
  private(set) var failure: PhotoFailure?
  /// The oldest comment first.
  private(set) var comments: [PhotoComment] = []

  /// Makes the state of a page whose photo is not known yet.
  init() {}

  /// Makes the state of a page that a list contains.
  init(_ contents: ListContents<DetailItem, DetailSection>) {
    for item in contents.sections.flatMap(\.items) {
      switch item {
      case .photo(let photo): self.photo = photo
      case .comment(let comment): comments.append(comment)
      // What could not be fetched then is fetched again.
      case .status, .field: break
      }
    }
  }

  /// Takes an event.
  mutating func take(_ event: Event) {
    switch event {
    case .found(let photo): (self.photo, failure) = (photo, nil)
    case .sought: failure = nil
    case .failed(let failure): self.failure = failure
    case .commented(let text):
      comments.append(PhotoComment(number: (comments.last?.number ?? 0) + 1, text: text))
    }
  }

  /// What the list is to contain.
  var contents: ListContents<DetailItem, DetailSection> {
    let top: DetailItem
    if let photo {
      top = .photo(photo)
    } else if let failure {
      top = .status(.failed(failure.message))
    } else {
      top = .status(.loading)
    }
    return ListContents([
      .init(model: DetailSection(id: .photo), items: [top]),
      .init(
        model: DetailSection(id: .comments, commentCount: comments.count),
        items: comments.map { .comment($0) }),
      .init(model: DetailSection(id: .field), items: [.field]),
    ])
  }
}
