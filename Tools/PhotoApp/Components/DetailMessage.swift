import RosterWidgets

/// What the page of a photo tells the application.
enum DetailMessage: Equatable, Sendable {
  case back
  case step(Int)
  case toggleFavourite
  case share
  case retry
  /// Something has happened to the field for comments.
  case write(TextField.Message)

  /// What it means to the application; `nil` if nothing.
  func message(ofPhoto id: Photo.ID) -> PhotoMessage? {
    switch self {
    case .back: .back
    case .step(let distance): .step(distance)
    case .toggleFavourite: .toggleFavourite(id)
    case .share: .share(id)
    case .retry: .retry(id)
    case .write(.submitted(let text)) where !text.allSatisfy(\.isWhitespace): .comment(id, text)
    case .write: nil
    }
  }
}
