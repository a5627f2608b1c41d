#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import UIKit

  /// The feed as an application of UIKit. This file was never compiled: it needs Apple's SDK.
  @main
  final class FeedApplication: UIResponder, UIApplicationDelegate {}

  /// Shows the feed in each window. The `Info.plist` that Xcode makes names a class of this name.
  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {
      guard let scene = scene as? UIWindowScene else { return }
      let window = UIWindow(windowScene: scene)
      window.rootViewController = screen()
      window.makeKeyAndVisible()
      self.window = window
    }

    /// Returns the screen of the feed, or one that says why it cannot be opened.
    private func screen() -> UIViewController {
      let file = URL.documentsDirectory.appending(path: "feed.sqlite")
      do {
        return try FeedViewController(path: file.path(percentEncoded: false))
      } catch {
        var message = UIContentUnavailableConfiguration.empty()
        (message.text, message.secondaryText) = ("The feed cannot be opened", "\(error)")
        let controller = UIViewController()
        controller.contentUnavailableConfiguration = message
        return controller
      }
    }
  }
#endif
