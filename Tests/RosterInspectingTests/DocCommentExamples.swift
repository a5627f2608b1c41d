import RosterComponentLists
import RosterComponents
import RosterEngine
import RosterInspecting
import RosterPages
import RosterStore

/// The code in the comments of `RosterInspecting`. It is compiled only: it serves pages.
enum DocCommentExamples {
  static func listen(_ configuration: inout DataSourceConfiguration) {
    // begin example
    let recent = RecentModifications()
    configuration.listeners.append(recent)
    // end example
  }

  static func attach(_ store: SQLiteStore) throws {
    // begin example
    let inspector = try InspectorServer(of: store)
    print(inspector.address())
    // end example
  }

  static func inspect(
    _ store: SQLiteStore, _ feed: ComponentList<String, String, Never>,
    _ recent: RecentModifications, on site: ListSite
  ) {
    // begin example
    site.inspect(store) { name in
      name == "feed" ? LiveList(feed, recent: recent) : nil
    }
    // end example
  }
}
