import Roster
import RosterNavigation

/// What the user wants of the application, from whichever host and page it comes.
///
/// A message that changes a list is in the journal of that list, with the revision that it leads to: of
/// the photos, of the page of a photo, or of the navigation, which says it in its own words.
enum PhotoMessage: Codable, Equatable {
  /// Shows a photo on its own page.
  case open(Photo.ID)
  /// Goes to where an address such as `/photos/p7` leads.
  case goTo(String)
  /// Shows the photo so many places behind the visible one in its place.
  case step(Int)
  case back
  /// Makes a photo a favourite, or takes that back.
  case toggleFavourite(Photo.ID)
  case comment(Photo.ID, String)
  /// Gives the address of a photo away.
  case share(Photo.ID)
  /// Fetches a photo again that could not be fetched.
  case retry(Photo.ID)
}

/// What the application tells its user, apart from what its pages show.
enum PhotoNotice: Equatable {
  /// This is the address of the photo that the user wants to share.
  case shared(String)
  /// Something was not done, and why.
  case refused(String)

  /// The notice in words.
  var text: String {
    switch self {
    case .shared(let address): "share \(address)"
    case .refused(let reason): reason
    }
  }
}
