#if canImport(UIKit)
  import UIKit

  /// The feed as an application of UIKit. This file was never compiled: it needs the SDK of Apple.
  @main
  final class FeedApplication: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      let file = URL.documentsDirectory.appending(path: "feed.sqlite")
      do {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = try FeedViewController(path: file.path(percentEncoded: false))
        window.makeKeyAndVisible()
        self.window = window
        return true
      } catch {
        NSLog("%@", "the feed cannot be opened: \(error)")
        return false
      }
    }
  }
#endif
