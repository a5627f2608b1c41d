#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Foundation
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  internal import Roster
  public import RosterApple
  internal import RosterAppleRows
  internal import RosterComponentLists
  public import RosterFeed

  /// The feed in a window of AppKit: a table view of components, whose first row is a header with a field for a new post.
  public final class FeedTableController: NSViewController {
    /// The feed that it shows.
    public let feed: Feed
    /// Shows the rows.
    public let tableView: NSTableView
    /// Tells the view of each batch of the list.
    public let source: FlatTableViewSource<Post, FeedSection>
    /// What a row or the header has asked for in vain, last.
    public private(set) var failure: (any Error)?

    private let rows: ComponentRows<NSView>
    private var answering: Task<Void, Never>?

    /// Opens the feed in a file.
    ///
    /// - Throws: `StorageError`.
    public init(path: String) throws {
      feed = try Feed(inWindow: path)
      let rows = ComponentRows<NSView>(feed.list)
      self.rows = rows
      tableView = FeedTableController.makeTableView()
      source = try FlatTableViewSource(feed.list, in: tableView) {
        ComponentTableCellView()
      } configure: { cell, row in
        rows.show(.item(row.id), in: cell)
      }
      source.setHeaders {
        ComponentTableCellView()
      } configure: { header, section in
        rows.show(.header(of: section.id), in: header)
      }
      super.init(nibName: nil, bundle: nil)
      answering = feed.answering { [weak self] in self?.failure = $0 }
    }

    /// A window of the feed is not archived.
    public required init?(coder: NSCoder) { nil }

    deinit { answering?.cancel() }

    /// Rows and the header are as wide as the view, and as high as they say themselves.
    private static func makeTableView() -> NSTableView {
      let view = NSTableView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("post")))
      view.headerView = nil
      view.style = .plain
      view.intercellSpacing = .zero
      view.selectionHighlightStyle = .none
      view.floatsGroupRows = false
      view.usesAutomaticRowHeights = true
      return view
    }

    /// The table view is scrolled by the view.
    public override func loadView() {
      let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 420, height: 640))
      scrollView.documentView = tableView
      scrollView.hasVerticalScroller = true
      view = scrollView
    }

    /// Has the list lay its rows out for the width of the view.
    public override func viewDidLayout() {
      super.viewDidLayout()
      tableView.sizeLastColumnToFit()
      rows.layOut(for: tableView)
    }
  }
#endif
