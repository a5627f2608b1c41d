#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import SwiftUI
  internal import UIKit

  /// The feed as an application of SwiftUI. This file was never compiled: it needs Apple's SDK.
  @main
  struct FeedApplication: App {
    private let screen = Result {
      try FeedViewController(
        path: URL.documentsDirectory.appending(path: "feed.sqlite").path(percentEncoded: false))
    }

    var body: some Scene {
      WindowGroup {
        switch screen {
        case .success(let controller): FeedScreen(controller: controller).ignoresSafeArea()
        case .failure(let error):
          Text("The feed cannot be opened: \(String(describing: error))")
        }
      }
    }
  }

  /// Rows of components are views of UIKit, so a screen of UIKit shows them.
  struct FeedScreen: UIViewControllerRepresentable {
    let controller: FeedViewController

    func makeUIViewController(context: Context) -> FeedViewController { controller }

    func updateUIViewController(_ controller: FeedViewController, context: Context) {}
  }
#endif
