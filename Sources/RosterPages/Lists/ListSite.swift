public import RosterComponentLists
internal import RosterConcurrency
public import RosterCore
public import RosterEngine
public import RosterJSON

/// Some lists as pages that follow them, for a server.
///
///     let site = ListSite()
///     site.add(feed, named: "feed", title: "Feed", allowsEdits: true)
///
/// The rows of a list of components are its views; what the user does is performed by the components, and
/// their messages arrive where the application takes them (`ListDataSource.messages()`). The rows of a list
/// of JSON values are shown as the page sees fit.
///
/// A site keeps its lists until it is closed.
public final class ListSite: Sendable {
  /// A list with what follows it.
  struct ServedList: Sendable {
    /// The name that the list was added with; that of the description is a component of its path.
    var givenName = ""
    let description: ListDescription
    let feed: ListFeed
  }

  private struct Contents {
    var lists: [ServedList] = []
    var inspection: (any ListInspection)?
    var navigation: NavigationFeed?
    var isClosed = false
  }

  /// What the list of lists is headed by.
  public let title: String
  let pictures = PagePictures()
  let queries = QueriedLists()
  let pasts = PastFeeds()
  private let contents = Guarded(Contents())

  /// Makes a site without lists.
  ///
  /// - Parameter title: What the list of lists is headed by.
  public init(title: String = "Lists") { self.title = title }

  deinit { close() }

  /// Adds a list of components.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - name: Its name in the path of the page, as in `/lists/feed`. A name that cannot be part of a path,
  ///     or is taken, is replaced.
  ///   - title: What the page is headed by; the name if `nil`.
  ///   - allowsEdits: Whether pages may undo and redo, and perform actions of the components.
  ///   - sectionCount: How many sections pages show; `nil` for all. What stands behind them keeps its
  ///     identities and states, as what a filter hides.
  ///   - searchedValue: Returns what the page searches in a model; `nil` if it cannot search.
  ///   - onSend: Called with the last item of the rows that a page is sent, for an application that adds
  ///     items when the end comes near; on any thread.
  public func add<Model, SectionModel, Message>(
    _ list: ComponentList<Model, SectionModel, Message>, named name: String, title: String? = nil,
    allowsEdits: Bool = false, showing sectionCount: Int? = nil,
    searching searchedValue: (@Sendable (Model) -> JSONValue)? = nil,
    onSend: (@Sendable (ItemID?) -> Void)? = nil
  ) {
    add(
      SitePage(
        list, title: title ?? name, allowsEdits: allowsEdits, showing: sectionCount,
        searching: searchedValue, onSend: onSend),
      named: name)
  }

  /// Adds a list of JSON values.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - name: Its name in the path of the page. A name that cannot be part of a path, or is taken, is
  ///     replaced.
  ///   - title: What the page is headed by; the name if `nil`.
  ///   - template: How rows are shown; if `nil`, the page shows what it recognizes.
  ///   - allowsEdits: Whether pages may undo and redo.
  public func add(
    _ list: ListDataSource<JSONValue, JSONValue, Never>, named name: String,
    title: String? = nil, template: RowTemplate? = nil, allowsEdits: Bool = false
  ) {
    add(
      SitePage(list, title: title ?? name, template: template, allowsEdits: allowsEdits),
      named: name)
  }

  private func add(_ page: SitePage, named name: String) {
    let (list, isClosed) = contents.withLock { contents in
      let taken = contents.lists.map(\.description.name)
      var path = name
      var number = taken.count
      while !path.isPathComponent || taken.contains(path) {
        number += 1
        path = "list-\(number)"
      }
      var list = page.served(named: path, pictures)
      list.givenName = name
      contents.lists.append(list)
      return (list, contents.isClosed)
    }
    if isClosed { list.feed.finish(Self.closed) } else { list.feed.start() }
  }

  /// Fetches the pictures of all lists for the pages, by a path of the site itself: so a page shows pictures
  /// that a browser could not reach, or is not to ask for.
  ///
  /// Addresses are those of views of the class `image` that begin with `http://`, `https://` or `/`. A client
  /// can ask only for what it was sent in a row.
  ///
  /// - Parameter load: Returns the bytes of a PNG, JPEG, WebP or GIF picture; `nil` if there is none. What is
  ///   no such picture is not sent.
  public func setPictureLoader(_ load: @escaping @Sendable (String) async -> [UInt8]?) {
    pictures.setLoader(load)
  }

  /// Lets pages sort, filter and group lists of JSON values.
  ///
  ///     site.setQueryStore { try SQLiteStore.inMemory() }
  ///
  /// What a page asks for is a derived list, which follows the served one and writes nothing to its store. All pages that
  /// ask for the same share it, and it goes with the last of them. A page that asks for one list more than there may be
  /// is told so.
  ///
  /// - Parameters:
  ///   - countMax: How many such lists there are at once.
  ///   - makeStore: Returns a new store for one of them; on any thread.
  /// - Complexity: Each list reads all rows once, of the present or of an earlier revision, and keeps the order and the sort
  ///   keys of those that it shows.
  public func setQueryStore(
    countMax: Int = 8, _ makeStore: @escaping @Sendable () throws -> any ListStore
  ) {
    queries.setStore(makeStore, countMax: countMax)
  }

  /// Has another type answer for the paths below `/inspect`.
  package func setInspection(_ inspection: any ListInspection) {
    contents.withLock { $0.inspection = inspection }
  }

  /// Ends all sessions, and follows the lists no longer. The lists stay open.
  public func close() {
    let (lists, navigation) = contents.withLock { contents in
      contents.isClosed = true
      return (contents.lists, contents.navigation)
    }
    queries.finish(Self.closed)
    for list in lists { list.feed.finish(Self.closed) }
    navigation?.finish(Self.closed)
  }

  /// Shows the pages of a navigator, instead of those of another one.
  func setNavigation(_ navigation: NavigationFeed) {
    let (former, isClosed) = contents.withLock { contents in
      defer { contents.navigation = navigation }
      return (contents.navigation, contents.isClosed)
    }
    former?.finish(Self.closed)
    if isClosed { navigation.finish(Self.closed) }
  }

  private static let closed = PageError(.failed, "the server ends")

  // MARK: Asking

  var lists: [ServedList] { contents.withLock { $0.lists } }

  var navigation: NavigationFeed? { contents.withLock { $0.navigation } }

  var inspection: (any ListInspection)? { contents.withLock { $0.inspection } }

  func list(named name: String) -> ServedList? {
    lists.first { $0.description.name == name }
  }
}
