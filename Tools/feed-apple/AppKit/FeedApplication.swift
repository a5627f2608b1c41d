#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation

  /// The feed as an application of AppKit. This file was never compiled: it needs Apple's SDK.
  @main
  @MainActor final class FeedApplication: NSObject, NSApplicationDelegate, NSWindowDelegate {
    private var windows: [NSWindow] = []
    /// Where the next window begins, so that none covers another one.
    private var nextCorner = NSPoint.zero

    static func main() {
      let delegate = FeedApplication()
      let application = NSApplication.shared
      application.delegate = delegate
      application.setActivationPolicy(.regular)
      application.mainMenu = menu()
      withExtendedLifetime(delegate) { application.run() }
    }

    /// Without a storyboard, an application has no commands but these.
    private static func menu() -> NSMenu {
      let (application, edit) = (NSMenu(), NSMenu(title: "Edit"))
      application.addItem(
        withTitle: "New Window", action: #selector(FeedApplication.openWindow(_:)),
        keyEquivalent: "n")
      application.addItem(
        withTitle: "Quit", action: #selector(NSApplication.terminate(_:)), keyEquivalent: "q")
      edit.addItem(withTitle: "Cut", action: #selector(NSText.cut(_:)), keyEquivalent: "x")
      edit.addItem(withTitle: "Copy", action: #selector(NSText.copy(_:)), keyEquivalent: "c")
      edit.addItem(withTitle: "Paste", action: #selector(NSText.paste(_:)), keyEquivalent: "v")
      let menu = NSMenu()
      for submenu in [application, edit] {
        let item = NSMenuItem()
        item.submenu = submenu
        menu.addItem(item)
      }
      return menu
    }

    func applicationDidFinishLaunching(_ notification: Notification) { openWindow(nil) }

    /// Opens another window of the same feed.
    @objc func openWindow(_ sender: Any?) {
      let window = NSWindow(contentViewController: screen())
      window.title = "Feed"
      window.isReleasedWhenClosed = false
      window.delegate = self
      nextCorner = window.cascadeTopLeft(from: nextCorner)
      window.makeKeyAndOrderFront(nil)
      windows.append(window)
    }

    func windowWillClose(_ notification: Notification) {
      windows.removeAll { $0 === notification.object as? NSWindow }
    }

    /// Returns the screen of the feed, or one that says why it cannot be opened.
    private func screen() -> NSViewController {
      // Without a sandbox, the folder around it is that of all applications.
      let folder = URL.applicationSupportDirectory.appending(path: "Feed")
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try FeedTableController(
          path: folder.appending(path: "feed.sqlite").path(percentEncoded: false))
      } catch {
        let controller = NSViewController()
        controller.view = NSTextField(
          wrappingLabelWithString: "The feed cannot be opened: \(error)")
        return controller
      }
    }
  }
#endif
