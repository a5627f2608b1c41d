#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Foundation
  internal import SwiftUI
  internal import UIKit

  /// The feed as an application of SwiftUI. This file was never compiled: it needs Apple's SDK.
  @main
  struct FeedApplication: App {
    var body: some Scene {
      WindowGroup { FeedWindow() }
    }
  }

  /// A window of the feed. Each has a screen of its own, which is scrolled and laid out by itself, over the same file.
  struct FeedWindow: View {
    @State private var screen: Result<FeedViewController, any Error>?

    var body: some View {
      switch screen {
      case .success(let controller): FeedScreen(controller: controller).ignoresSafeArea()
      case .failure(let error):
        Text("The feed cannot be opened: \(String(describing: error))")
      case nil:
        // A value of this type is made more often than a window is opened.
        Color.clear.onAppear {
          screen = Result {
            try FeedViewController(
              path: URL.documentsDirectory.appending(path: "feed.sqlite")
                .path(percentEncoded: false))
          }
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
