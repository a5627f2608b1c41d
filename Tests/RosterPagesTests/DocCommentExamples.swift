import RosterComponentLists
import RosterComponents
import RosterEngine
import RosterNavigation
import RosterPages
import RosterStore

/// The code in the comments of `RosterPages`. It is compiled only: it serves pages.
enum DocCommentExamples {
  enum Route: RoutePath {
    case photos
    case photo(Int)

    var title: String { "Photos" }

    func segments(above page: Route?) -> [String] { [] }

    static func read(_ segments: inout ArraySlice<String>, above page: Route?) -> Route? { nil }
  }

  typealias Feed = ComponentList<String, String, Never>

  struct Gallery: Sendable {
    let list: Feed
  }

  struct PhotoDetail {
    static let all: [Int: Feed] = [:]

    struct Missing: Error {}

    let list: Feed
    let title = "Photo"

    init(_ number: Int) throws {
      guard let list = Self.all[number] else { throw Missing() }
      self.list = list
    }
  }

  static func serve(_ feed: Feed) -> ListSite {
    // begin example
    let site = ListSite()
    site.add(feed, named: "feed", title: "Feed", allowsEdits: true)
    // end example
    return site
  }

  static func allowQueries(on site: ListSite) {
    // begin example
    site.setQueryStore { try SQLiteStore.inMemory() }
    // end example
  }

  static func show(
    _ navigator: Navigator<Route>, on site: ListSite,
    list: @escaping @Sendable (Route) throws -> Feed
  ) {
    // begin example
    site.show(navigator) { page in SitePage(try list(page.route), title: page.route.title) }
    // end example
  }

  static func show(_ navigator: Navigator<Route>, _ gallery: Gallery, on site: ListSite) {
    // begin example
    site.show(navigator) { page in
      switch page.route {
      case .photos: return SitePage(gallery.list, title: "Photos", allowsEdits: true)
      case .photo(let id):
        let photo = try PhotoDetail(id)
        return SitePage(photo.list, title: photo.title, onClose: { await photo.list.close() })
      }
    }
    // end example
  }
}
