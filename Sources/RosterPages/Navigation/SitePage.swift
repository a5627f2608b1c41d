public import RosterComponentLists
public import RosterCore
public import RosterEngine
public import RosterJSON

/// What a page of a navigator shows: a list, as long as the page is open.
///
///     site.show(navigator) { page in
///       switch page.route {
///       case .photos: return SitePage(gallery.list, title: "Photos", allowsEdits: true)
///       case .photo(let id):
///         let photo = try PhotoDetail(id)
///         return SitePage(photo.list, title: photo.title, onClose: { await photo.list.close() })
///       }
///     }
public struct SitePage: Sendable {
  /// What the page is headed by.
  let title: String
  let allowsEdits: Bool
  let onSend: (@Sendable (ItemID?) -> Void)?
  /// Called when the page is gone, or is one too many that is open.
  let onClose: (@Sendable () async -> Void)?
  private let source: @Sendable (PagePictures) -> any FeedSource
  /// What the page undoes and redoes, if that is not what was done in its list.
  private var steps: PageSteps?

  /// Makes a page of a list of components.
  ///
  /// - Parameters:
  ///   - list: The list. It stays open until `onClose` closes it.
  ///   - title: What the page is headed by.
  ///   - allowsEdits: Whether pages may undo and redo, and perform actions of the components.
  ///   - sectionCount: How many sections pages show; `nil` for all.
  ///   - columnWidth: Returns how wide a column of a section is at least, for sections that are shown as
  ///     a grid with as many columns as fit; `nil` for one whose items stand one below the other.
  ///   - searchedValue: Returns what the page searches in a model; `nil` if it cannot search.
  ///   - onSend: Called with the last item of the rows that a page is sent; on any thread.
  ///   - onClose: Closes what was opened for the page. The page may be opened again.
  public init<Model, SectionModel, Message>(
    _ list: ComponentList<Model, SectionModel, Message>, title: String, allowsEdits: Bool = false,
    showing sectionCount: Int? = nil,
    columnWidth: (@Sendable (SectionModel) -> Double?)? = nil,
    searching searchedValue: (@Sendable (Model) -> JSONValue)? = nil,
    onSend: (@Sendable (ItemID?) -> Void)? = nil, onClose: (@Sendable () async -> Void)? = nil
  ) {
    self.title = title
    self.allowsEdits = allowsEdits
    self.onSend = onSend
    self.onClose = onClose
    source = { pictures in
      ComponentSource(
        list: list, searchedValue: searchedValue, sectionCount: sectionCount,
        columnWidth: columnWidth, pictures: pictures)
    }
  }

  /// Makes a page of a list of JSON values.
  ///
  /// - Parameters:
  ///   - list: The list. It stays open until `onClose` closes it.
  ///   - title: What the page is headed by.
  ///   - template: How rows are shown; if `nil`, the page shows what it recognizes.
  ///   - allowsEdits: Whether pages may undo and redo.
  ///   - onClose: Closes what was opened for the page. The page may be opened again.
  public init(
    _ list: ListDataSource<JSONValue, JSONValue, Never>, title: String,
    template: RowTemplate? = nil, allowsEdits: Bool = false,
    onClose: (@Sendable () async -> Void)? = nil
  ) {
    self.title = title
    self.allowsEdits = allowsEdits
    self.onClose = onClose
    onSend = nil
    source = { _ in ModelSource(list, template) }
  }

  /// Has the page undo and redo what was done in another list: the one from which its own is derived, which cannot be
  /// changed itself.
  ///
  ///     let page = SitePage(unread.list, title: "Unread", allowsEdits: true).undoing(inbox)
  ///
  /// - Parameter list: The list. It stays open for as long as the page.
  public func undoing<Model, SectionModel, Output>(
    _ list: ListDataSource<Model, SectionModel, Output>
  ) -> SitePage {
    var page = self
    page.steps = PageSteps(in: list)
    return page
  }

  /// Returns the list as a site serves it; it is not followed yet.
  func served(named name: String, _ pictures: PagePictures) -> ListSite.ServedList {
    let source = source(pictures)
    return ListSite.ServedList(
      description: ListDescription(
        name: name, title: title, allowsEdits: allowsEdits, steps: steps, look: source.look,
        template: source.template, canSearch: source.canSearch),
      feed: ListFeed(source, onSend: onSend))
  }
}
