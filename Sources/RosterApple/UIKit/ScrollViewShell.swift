#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || os(Linux)
  internal import RosterCore

  /// What the shells of collection and table views have in common: where the view is scrolled to, and what is selected.
  @MainActor protocol ScrollViewShell: ScrollingView {
    associatedtype Model: Sendable
    associatedtype SectionModel: Sendable

    /// The view, for as long as it asks the source of the shell.
    var scrollView: UIScrollView? { get }

    /// What the view shows.
    var rows: ListViewSource<Model, SectionModel>? { get }

    /// Returns the frame of an item; `nil` if there is none.
    func frame(of path: ItemPath) -> CGRect?

    /// The paths of what is selected.
    var selectedPaths: Set<IndexPath> { get }

    /// Selects an item, or no longer.
    func setSelected(_ isSelected: Bool, at path: IndexPath)
  }

  extension ScrollViewShell {
    // MARK: Scrolling

    var offset: Double {
      get { scrollView.map { Double($0.contentOffset.y + $0.adjustedContentInset.top) } ?? 0 }
      set {
        guard let view = scrollView else { return }
        view.contentOffset.y = CGFloat(newValue) - view.adjustedContentInset.top
      }
    }

    var visibleLength: Double {
      guard let view = scrollView else { return 0 }
      let inset = view.adjustedContentInset
      return Double(max(0, view.bounds.height - inset.top - inset.bottom))
    }

    var contentLength: Double { scrollView.map { Double($0.contentSize.height) } ?? 0 }

    var isScrolled: Bool { scrollView.map { $0.isTracking || $0.isDecelerating } ?? false }

    func span(of path: ItemPath) -> (start: Double, end: Double)? {
      frame(of: path).map { (Double($0.minY), Double($0.maxY)) }
    }

    func layOut() { scrollView?.layoutIfNeeded() }

    func withoutAnimation(_ update: () -> Void) { UIView.performWithoutAnimation(update) }

    // MARK: Selection

    /// The items that are selected, in the order of the list.
    var selection: [ItemID] {
      selectedPaths.sorted().compactMap { rows?.item(at: ItemPath($0)) }
    }

    /// Selects items, and nothing else.
    func select(_ items: [ItemID]) {
      let paths = Set(items.compactMap { rows?.path(of: $0) }.map(IndexPath.init))
      let selected = selectedPaths
      for path in selected.subtracting(paths) { setSelected(false, at: path) }
      for path in paths.subtracting(selected) { setSelected(true, at: path) }
    }

    /// Selects the same items after an update: a view selects no cell that comes.
    ///
    /// - Parameter isTaken: Whether the update takes a cell away. The view keeps others selected.
    func keepSelection(_ isTaken: (IndexPath) -> Bool = { _ in true }, _ update: () -> Void) {
      let items = selectedPaths.filter(isTaken).compactMap { rows?.item(at: ItemPath($0)) }
      update()
      for path in items.compactMap({ rows?.path(of: $0) }) {
        setSelected(true, at: IndexPath(path))
      }
    }
  }

  extension ViewUpdates {
    /// Returns what tells whether the updates take a cell away.
    var takesCell: (IndexPath) -> Bool {
      let (items, sections) = (Set(deletedItems), Set(deletedSections))
      return { sections.contains($0.section) || items.contains(ItemPath($0)) }
    }
  }

  extension ItemPath {
    init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
  }

  extension IndexPath {
    init(_ path: ItemPath) { self.init(item: path.item, section: path.section) }
  }
#endif
