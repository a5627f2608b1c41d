#if os(Linux)
  public import Foundation

  // What views do where a data source or a delegate does not implement a requirement that is optional in UIKit and AppKit.

  extension UIScrollViewDelegate {
    /// Nothing depends on where the view is scrolled to.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  }

  extension UICollectionViewDelegate {
    /// Nothing depends on what is on the screen.
    public func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) {}

    /// Nothing depends on what is on the screen.
    public func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) {}
  }

  extension UICollectionViewDelegate {
    /// Nothing depends on what is on the screen.
    public func collectionView(
      _ collectionView: UICollectionView,
      willDisplaySupplementaryView view: UICollectionReusableView,
      forElementKind elementKind: String, at indexPath: IndexPath
    ) {}

    /// Nothing depends on what is on the screen.
    public func collectionView(
      _ collectionView: UICollectionView,
      didEndDisplayingSupplementaryView view: UICollectionReusableView,
      forElementOfKind elementKind: String, at indexPath: IndexPath
    ) {}
  }

  extension UITableViewDelegate {
    /// A header shows the title that the data source has.
    public func tableView(
      _ tableView: UITableView, viewForHeaderInSection section: Int
    ) -> UIView? { nil }

    /// A section has no footer.
    public func tableView(
      _ tableView: UITableView, viewForFooterInSection section: Int
    ) -> UIView? { nil }

    /// Nothing depends on what is on the screen.
    public func tableView(
      _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
    ) {}

    /// Nothing depends on what is on the screen.
    public func tableView(
      _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int
    ) {}

    /// Nothing depends on what is on the screen.
    public func tableView(
      _ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int
    ) {}

    /// Nothing depends on what is on the screen.
    public func tableView(
      _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int
    ) {}
  }

  extension UITableViewDelegate {
    /// A row has no actions.
    public func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? { nil }
  }

  extension UICollectionViewDataSource {
    /// One section.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }

    /// A view that shows headers asks for them.
    public func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      preconditionFailure("the view shows headers, and its data source has none")
    }

    /// The user moves nothing.
    public func collectionView(
      _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
    ) -> Bool { false }

    /// The user moves nothing.
    public func collectionView(
      _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {}
  }

  extension UITableViewDataSource {
    /// One section.
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }

    /// A section has no title.
    public func tableView(
      _ tableView: UITableView, titleForHeaderInSection section: Int
    ) -> String? { nil }

    /// The user moves nothing.
    public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
      false
    }

    /// The user moves nothing.
    public func tableView(
      _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {}
  }

  extension NSCollectionViewDataSource {
    /// One section.
    public func numberOfSections(in collectionView: NSCollectionView) -> Int { 1 }

    /// A view that shows headers asks for them.
    public func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
      at indexPath: IndexPath
    ) -> NSView { preconditionFailure("the view shows headers, and its data source has none") }
  }

  extension NSTableViewDataSource {
    /// The user drags nothing.
    public func tableView(
      _ tableView: NSTableView, pasteboardWriterForRow row: Int
    ) -> (any NSPasteboardWriting)? { nil }

    /// The user drags nothing.
    public func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forRowIndexes rowIndexes: IndexSet
    ) {}

    /// The user drags nothing.
    public func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, operation: NSDragOperation
    ) {}

    /// No drop is taken.
    public func tableView(
      _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
      proposedDropOperation dropOperation: NSTableView.DropOperation
    ) -> NSDragOperation { [] }

    /// No drop is taken.
    public func tableView(
      _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
      dropOperation: NSTableView.DropOperation
    ) -> Bool { false }
  }

  extension NSCollectionViewDelegate {
    /// The user drags nothing.
    public func collectionView(
      _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
    ) -> (any NSPasteboardWriting)? { nil }

    /// The user drags nothing.
    public func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItemsAt indexPaths: Set<IndexPath>
    ) {}

    /// The user drags nothing.
    public func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, dragOperation operation: NSDragOperation
    ) {}

    /// No drop is taken.
    public func collectionView(
      _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
      proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
      dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
    ) -> NSDragOperation { [] }

    /// No drop is taken.
    public func collectionView(
      _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo,
      indexPath: IndexPath, dropOperation: NSCollectionView.DropOperation
    ) -> Bool { false }
  }

  extension NSOutlineViewDataSource {
    /// The user drags nothing.
    public func outlineView(
      _ outlineView: NSOutlineView, pasteboardWriterForItem item: Any
    ) -> (any NSPasteboardWriting)? { nil }

    /// The user drags nothing.
    public func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItems draggedItems: [Any]
    ) {}

    /// The user drags nothing.
    public func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, operation: NSDragOperation
    ) {}

    /// No drop is taken.
    public func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo,
      proposedItem item: Any?, proposedChildIndex index: Int
    ) -> NSDragOperation { [] }

    /// No drop is taken.
    public func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?,
      childIndex index: Int
    ) -> Bool { false }
  }

  extension NSOutlineViewDelegate {
    /// No row is a group row.
    public func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool { false }

    /// Every row may be selected.
    public func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool {
      true
    }

    /// Nothing depends on the selection.
    public func outlineViewSelectionDidChange(_ notification: Notification) {}

    /// Nothing depends on what is expanded.
    public func outlineViewItemDidExpand(_ notification: Notification) {}

    /// Nothing depends on what is expanded.
    public func outlineViewItemDidCollapse(_ notification: Notification) {}
  }

  extension NSTableViewDelegate {
    /// No row is a group row.
    public func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { false }

    /// Every row may be selected.
    public func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool { true }

    /// Nothing depends on the selection.
    public func tableViewSelectionDidChange(_ notification: Notification) {}
  }
#endif
