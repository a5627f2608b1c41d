#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
#elseif os(Linux)
  internal import Foundation
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  extension ItemDrag {
    static var pasteboardType: NSPasteboard.PasteboardType { .init("Roster.row") }

    /// Returns what is dragged with an item. Which item it is stays here: while it is dragged, others may come to stand in its
    /// place.
    @MainActor static func pasteboardItem() -> NSPasteboardItem {
      let item = NSPasteboardItem()
      item.setString("", forType: pasteboardType)
      return item
    }

    /// Returns whether it is the item of a drag, and has begun in a view.
    @MainActor func mayBeDropped(_ info: any NSDraggingInfo, in view: NSView) -> Bool {
      item != nil && info.draggingSource as? NSView === view
    }
  }
#endif
